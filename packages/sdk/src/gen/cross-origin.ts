// Generated from openapi/ by `npm run generate`. Do not edit.
export const crossOrigin = {
  "segments": [
    "public",
    "openapi.json"
  ],
  "requestHeaders": [
    "Content-Type",
    "Last-Event-ID",
    "X-Access-Proof",
    "X-Retry-Count"
  ],
  "responseHeaders": [
    "Content-Disposition",
    "Content-Security-Policy",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Content-Type-Options",
    "X-Request-Id"
  ]
} as const;
