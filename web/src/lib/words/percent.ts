// Formats a share as a percentage: 0.123 as 12%, with one digit near 0 and 1.

export function percent(share: number): string {
  const isNearEnd = share > 0 && share < 1 && (share < 0.0095 || share > 0.9905);
  return `${(100 * share).toFixed(isNearEnd ? 1 : 0).replace('-', '−')}%`;
}
