/** SQL interval of a number of seconds. */
export const interval = (seconds: number): string => `interval '${seconds} seconds'`;
