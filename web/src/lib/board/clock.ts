// Time left, in figures.

/** Minutes and seconds, or whole hours; rounded up, so that 0:00 means that the time is over. */
export function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 3600) return `${Math.floor(whole / 3600)}h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
