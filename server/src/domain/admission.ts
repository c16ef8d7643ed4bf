/** The decision about one request, and what is left of its quota. */
export interface Admission {
  admitted: boolean;
  /** The policy's name in the `RateLimit` headers. */
  policy: 'key' | 'session' | 'address-sessions' | 'url' | 'anonymous' | 'panel';
  limit: number;
  remaining: number;
  /** Milliseconds until the oldest recorded request leaves the window. */
  resetMs: number;
  /** The database's clock at the decision. */
  now: Date;
}
