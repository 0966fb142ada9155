/** Format the time left as minutes and seconds, or whole hours. Rounds up, so that 0:00 means time is up. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 3600) return `${Math.floor(whole / 3600)}h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
