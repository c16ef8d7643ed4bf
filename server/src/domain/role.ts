/** Callers that a server serves: all, or recipients only. */
export type Role = 'all' | 'open';
