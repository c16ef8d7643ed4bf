/** A number of seconds, such as a lifetime of the contract, as SQL has it. */
export const interval = (seconds: number): string => `interval '${seconds} seconds'`;
