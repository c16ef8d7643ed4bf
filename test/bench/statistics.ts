/** The value that a share of all values is not above: 0.5 for the median, 0.99 for the slowest hundredth. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);
