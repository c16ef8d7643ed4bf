import { RateLimitError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { download, put } from '../../support/contract/files.ts';
import { failureOf } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

contract(
  (stage) => {
    describe('the rate limit', () => {
      it('counts down for each key and says when to come back', async () => {
        const owner = await stage.owner();
        const other = await stage.owner();
        const began = performance.now();
        for (const remaining of [2, 1, 0]) {
          const { headers } = await owner.key.get().asResponse();
          expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
          expect(headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${remaining};t=([1-5]?\\d|60)$`));
        }
        const error = await failureOf(owner.key.get());
        expect(error).toBeInstanceOf(RateLimitError);
        expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
        expect(error.retryAfterMs).toBeLessThanOrEqual(60_000);
        expect(error.retryAfterMs).toBeGreaterThan(59_000 - (performance.now() - began));
        expect((error as RateLimitError).headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
        expect((await other.key.get()).rateLimit).toEqual({ limit: 3, windowSeconds: 60 });

        await stage.advance(error.retryAfterMs);
        await owner.key.get();
      });

      it('counts an upload with its key, if it has one, and by address otherwise', async () => {
        const owner = await stage.owner();
        const { uploadUrl } = await owner.transfers.create({ type: 'file', encryption: 'server' });
        const policy = async (headers: Record<string, string>) => {
          const response = await put(stage, uploadUrl as string, 'hello', {
            'content-length': '5',
            ...headers,
          });
          return [response.status, response.headers.get('ratelimit')?.replace(/;t=.*/, '')];
        };
        // A key without any scope.
        const authorization = `Bearer ${await stage.createKey([])}`;
        expect(await policy({ authorization: 'Bearer svc_sk_live_nobody' })).toEqual([401, undefined]);
        expect(await policy({ authorization })).toEqual([200, '"key";r=2']);
        // Credentials that a browser sends by itself to a proxy that asked for them.
        expect(await policy({ authorization: 'Basic dXNlcjpwYXNz' })).toEqual([404, '"anonymous";r=1']);
        await stage.advance(60_000);
      });

      it('counts each session for itself, and what has none that lives by address', async () => {
        await stage.advance(60_000);
        const owner = await stage.owner();
        const [{ requestId, pin }, { roomId }] = [
          await owner.requests.create({ title: 'x' }),
          await owner.rooms.create({ name: 'x' }),
        ];
        const begun = async (path: string, json?: object) => {
          const { status, headers, body } = await stage.send(`POST /public/${path}/sessions`, { json });
          expect([status, headers.get('ratelimit-policy')]).toEqual([201, '"anonymous";q=3;w=60']);
          return { 'x-session-token': body.sessionToken as string };
        };
        const sender = await begun(`requests/${requestId}`, { pin });
        const guest = await begun(`rooms/${roomId}`);
        const announce = (headers: Record<string, string>) =>
          stage.send(`POST /public/requests/${requestId}/files`, { json: {}, headers });
        const list = () => stage.send(`GET /public/rooms/${roomId}/messages`, { headers: guest });
        for (const call of [() => announce(sender), list]) {
          for (const remaining of [2, 1, 0]) {
            const { headers } = await call();
            expect(headers.get('ratelimit-policy')).toBe('"session";q=3;w=60');
            expect(headers.get('ratelimit')).toMatch(new RegExp(`^"session";r=${remaining};t=`));
          }
          const refused = await call();
          expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
          expect(refused.headers.get('ratelimit-policy')).toBe('"session";q=3;w=60');
          expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        }
        // The third of the address.
        expect((await announce({ 'x-session-token': 's_0000000000000000000000' })).status).toBe(403);
        expect((await announce({ 'x-session-token': 's_0000000000000000000000' })).status).toBe(429);
        await stage.advance(60_000);
        expect((await list()).status).toBe(200);
      });

      it('counts each upload URL and each download URL for itself', async () => {
        const owner = await stage.owner();
        const created = await owner.transfers.create({ type: 'file', encryption: 'server' });
        const sent = await put(stage, created.uploadUrl as string, 'hello');
        expect(sent.headers.get('ratelimit')).toMatch(/^"url";r=2;t=/);
        const open = async () => {
          const { downloadUrl = '' } = await stage.recipient.public.transfers.open(created.id);
          return () => download(stage, downloadUrl);
        };
        const [one, other] = [await open(), await open()];
        for (const remaining of [2, 1, 0]) {
          const { status, headers } = await one();
          expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"url";q=3;w=60']);
          expect(headers.get('ratelimit')).toMatch(new RegExp(`^"url";r=${remaining};t=`));
        }
        expect((await one()).status).toBe(429);
        expect((await other()).status).toBe(200);
        const used = await put(stage, created.uploadUrl as string, 'hello');
        expect([used.status, used.headers.get('ratelimit')]).toEqual([
          404,
          expect.stringMatching(/^"anonymous";r=0;t=/),
        ]);
        await stage.advance(60_000);
      });

      it('counts callers without a valid key by address', async () => {
        await stage.recipient.openapi.get();
        expect((await stage.send('GET /key')).status).toBe(401);
        expect((await stage.send('POST /public/transfers/nothing/open')).status).toBe(404);
        const response = await stage.send('GET /openapi.json');
        expect(response).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
        expect(response.headers.get('ratelimit-policy')).toBe('"anonymous";q=3;w=60');
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect((await stage.send('GET /key')).status).toBe(429);
        expect((await (await stage.owner()).key.get()).environment).toBe('test');
      });
    });
  },
  { limits: { key: 3, anonymous: 3, session: 3, url: 3 } },
);
