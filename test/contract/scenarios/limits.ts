import { RateLimitError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf, type Stage } from '../../support/contract-stage.ts';

/** On a target that allows 3 requests per minute for each key, and 3 without one. */
export function limitScenarios(stage: Stage): void {
  describe('the rate limit', () => {
    it('counts down for each key and says when to come back', async () => {
      const owner = await stage.owner();
      const other = await stage.owner();
      for (const remaining of [2, 1, 0]) {
        const { headers } = await owner.key.get().asResponse();
        expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
        expect(headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${remaining};t=(60|59)$`));
      }
      const error = await failureOf(owner.key.get());
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error).toMatchObject({
        status: 429,
        code: 'rate_limited',
        retryAfterMs: expect.closeTo(60_000, -4),
      });
      expect((error as RateLimitError).headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
      expect((await other.key.get()).rateLimit).toEqual({ limit: 3, windowSeconds: 60 });

      await stage.advance(error.retryAfterMs);
      await owner.key.get();
    });

    it('counts callers without a valid key by address', async () => {
      await stage.recipient.openapi.get();
      expect((await stage.send('GET /key')).status).toBe(401);
      expect((await stage.send('POST /public/transfers/nothing/open')).status).toBe(404);
      const answer = await stage.send('GET /openapi.json');
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(answer.headers.get('ratelimit-policy')).toBe('"anonymous";q=3;w=60');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await stage.send('GET /key')).status).toBe(429);
      expect((await (await stage.owner()).key.get()).environment).toBe('test');
    });
  });
}
