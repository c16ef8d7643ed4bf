import type { Admission } from '../../domain/admission.ts';
import { WINDOW_SECONDS } from '../../limits/rate-limit.ts';

/** `RateLimit` headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function rateLimitHeaders({
  policy,
  limit,
  remaining,
  resetMs,
}: Admission): [name: string, value: string][] {
  return [
    ['RateLimit-Policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`],
    ['RateLimit', `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`],
  ];
}
