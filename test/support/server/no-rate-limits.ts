/** Settings of a server whose rate limits no test exceeds. */
export const NO_RATE_LIMITS = {
  RATE_LIMIT_KEY: '1000000',
  RATE_LIMIT_ANONYMOUS: '1000000',
  RATE_LIMIT_SESSION: '1000000',
  RATE_LIMIT_ADDRESS_SESSIONS: '1000000',
  RATE_LIMIT_URL: '1000000',
};
