// Generated from openapi/ by `npm run generate`. Do not edit.
export const problems = {
  'validation_failed': {"status":400,"title":"The request is not valid"},
  'malformed_json': {"status":400,"title":"The body is not JSON"},
  'malformed_request': {"status":400,"title":"The request is not HTTP"},
  'missing_api_key': {"status":401,"title":"An API key is needed"},
  'invalid_api_key': {"status":401,"title":"The API key is missing or not valid"},
  'insufficient_scope': {"status":403,"title":"The API key lacks a scope"},
  'invalid_password': {"status":403,"title":"The password is not right"},
  'invalid_pin': {"status":403,"title":"The PIN is not right"},
  'invalid_session': {"status":403,"title":"The session is over"},
  'not_found': {"status":404,"title":"Not found"},
  'method_not_allowed': {"status":405,"title":"The method is not allowed here"},
  'idempotency_in_progress': {"status":409,"title":"The first request is still running"},
  'quota_exceeded': {"status":409,"title":"There is no room left"},
  'payload_too_large': {"status":413,"title":"The request body is too large"},
  'unsupported_media_type': {"status":415,"title":"The media type is not supported"},
  'range_not_satisfiable': {"status":416,"title":"There are no such bytes"},
  'idempotency_key_reused': {"status":422,"title":"The Idempotency-Key was used for another request"},
  'rate_limited': {"status":429,"title":"Too many requests"},
  'too_many_attempts': {"status":429,"title":"Too many attempts"},
  'internal_error': {"status":500,"title":"Internal error"},
  'service_unavailable': {"status":503,"title":"Temporarily unavailable"},
  'insufficient_storage': {"status":507,"title":"The server has no room left"},
} as const;
export const expirationSeconds = {
  '15m': 900,
  '1h': 3600,
  '6h': 21600,
  '1d': 86400,
  '7d': 604800,
  'forever': null,
} as const;
export const scopes = ["transfer:create","transfer:read","transfer:delete","request:create","request:read","secret:create","room:create","room:write","webhook:read","webhook:write"] as const;
export const eventTypes = ["transfer.created","transfer.completed","transfer.deleted","request.created","request.closed","secret.consumed","webhook_endpoint.disabled"] as const;
export const apiVersion = "1.0.0" as const;
export const limits = {
  'rateLimit': {"key":120,"anonymous":20,"session":120,"addressSessions":480,"url":120,"windowSeconds":60},
  'sessions': 50,
  'capacity': {"drop":{"items":1000,"bytes":1073741824},"room":{"items":10000,"bytes":1073741824},"request":{"items":50,"bytes":1310720000},"key":10737418240},
  'wrongAttempts': {"perNetwork":5,"seconds":600},
  'json': {"members":1000,"depth":16,"nameLength":256},
  'webhookEndpoints': 20,
  'webhookAttemptsShown': 50,
  'webhookResponse': {"headers":30,"headerLength":200,"bodyBytes":1024},
  'webhookRedeliveries': 1000,
  'itemsLeftShown': 10,
  'itemBytes': 1024,
  'fileBytes': 26214400,
  'sealedFileBytes': 26214800,
  'textLength': 1000000,
  'targetUrlLength': 2048,
  'secretLength': 100000,
  'messageLength': 10000,
  'authorLength': 200,
  'nameLength': 200,
  'fileNameLength': 255,
  'mediaTypeLength': 127,
  'passwordLength': 1024,
  'kdfIterationsLeast': 100000,
  'kdfIterationsMost': 1000000,
  'webhookUrlLength': 2048,
  'requestFiles': 50,
  'roomHours': 720,
  'filesAtOnce': 100,
  'totalCounted': 1000,
} as const;
export const defaults = {
  'pageSize': 20,
  'expiration': "1d",
  'roomHours': 24,
  'overlapHours': 24,
  'kdfIterations': 220000,
} as const;
export const compactJwe = "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*\\.[A-Za-z0-9_-]+$" as const;
export const lifetimes = {
  'uploadUrl': 3600,
  'downloadUrl': 600,
  'idempotencyKey': 86400,
  'readerKey': 120,
  'session': 1800,
  'listedAfterEnd': 2592000,
  'requestFilesAfterClose': 604800,
  'soonestExpiry': 60,
} as const;
export const webhooks = {
  'attemptsAfterSeconds': [0,5,300,1800,7200,18000,36000,50400,72000,86400],
  'failing': {"attempts":10,"seconds":432000},
} as const;
