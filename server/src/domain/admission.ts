export interface Admission {
  admitted: boolean;
  policy: 'key' | 'session' | 'address-sessions' | 'url' | 'anonymous' | 'panel';
  limit: number;
  remaining: number;
  /** Milliseconds until the oldest counted request leaves the window. */
  resetMs: number;
  now: Date;
}
