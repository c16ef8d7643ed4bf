// Generated from openapi/ by `npm run generate`. Do not edit.
export const crossOrigin = {
  "segments": [
    "public",
    "openapi.json"
  ],
  "requestHeaders": [
    "Content-Type",
    "Idempotency-Key",
    "If-Range",
    "Last-Event-ID",
    "Range",
    "X-Access-Proof",
    "X-Retry-Count",
    "X-Session-Token"
  ],
  "responseHeaders": [
    "API-Key-Expires-At",
    "Accept-Ranges",
    "Content-Disposition",
    "Content-Range",
    "Content-Security-Policy",
    "Cross-Origin-Resource-Policy",
    "Date",
    "ETag",
    "Idempotency-Replayed",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Accel-Buffering",
    "X-Content-Type-Options",
    "X-Request-Id"
  ]
} as const;
