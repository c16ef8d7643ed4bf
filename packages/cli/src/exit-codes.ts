/** The exit codes, by what happened. The README lists them. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  key: 3,
  gone: 4,
  password: 5,
  limit: 6,
  service: 7,
  link: 8,
  file: 9,
  interrupted: 130,
  terminated: 143,
} as const;

export type Outcome = keyof typeof EXIT_CODES;
