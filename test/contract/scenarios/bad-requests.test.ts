import { limits } from '@tempshare/contract';
import { BadRequestError } from '@tempshare/sdk';
import { describe, expect, it } from 'vitest';
import { failureOf, faultsIn } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PROOF = 'A'.repeat(43);

/** Bodies and what is wrong with them: the pointers below `/body`, each with the broken rule. */
const BAD_TRANSFERS: [body: unknown, faults: Record<string, string>][] = [
  [{}, { '/type': 'required' }],
  [[], { '': 'type' }],
  [{ type: 'mail' }, { '/type': 'enum' }],
  [{ type: 'text', text: 'x'.repeat(limits.textLength + 1) }, { '/text': 'max_length' }],
  [{ type: 'text', text: 'x', targetUrl: 'https://a.example' }, { '/targetUrl': 'not_allowed_here' }],
  [{ type: 'text', text: 'x', colour: 'red' }, { '/colour': 'unknown_property' }],
  [{ type: 'text', text: 'x', expiration: '2d' }, { '/expiration': 'enum' }],
  [
    { type: 'text', text: 'x', expiration: '2d', maxViews: 0 },
    { '/expiration': 'enum', '/maxViews': 'minimum' },
  ],
  [{ type: 'text', text: 'x', maxViews: '5' }, { '/maxViews': 'type' }],
  [{ type: 'text', text: 'x', maxViews: 5, oneTime: true }, { '/maxViews': 'maximum' }],
  [{ type: 'text', text: 'x', password: 'a\0' }, { '/password': 'pattern' }],
  [{ type: 'text', text: 'x', accessProofHash: PROOF }, { '/accessProofHash': 'not_allowed_here' }],
  [
    { type: 'text', text: 'x', encryption: 'e2e' },
    { '/accessProofHash': 'required', '/text': 'pattern' },
  ],
  [
    {
      type: 'text',
      text: 'a.b.c.d.e',
      encryption: 'e2e',
      accessProofHash: PROOF,
      password: 'x',
      kdfIterations: 1,
    },
    { '/password': 'not_allowed_here', '/kdfIterations': 'minimum' },
  ],
  [{ type: 'url', targetUrl: 'https://user@a.example/' }, { '/targetUrl': 'pattern' }],
  [{ type: 'url', targetUrl: 'https://[' }, { '/targetUrl': 'format' }],
  [
    { type: 'file', fileName: '../x', size: limits.fileBytes + 1 },
    { '/fileName': 'pattern', '/size': 'maximum' },
  ],
];

const BAD_QUERIES: [query: string, faults: Record<string, string>][] = [
  ['limit=many', { '/limit': 'type' }],
  ['limit=1.5', { '/limit': 'type' }],
  ['limit=1&limit=2', { '/limit': 'type' }],
  ['limit=', { '/limit': 'invalid' }],
  ['status=active&status=expired', { '/status': 'enum' }],
  ['limit=0&status=deleted', { '/limit': 'minimum', '/status': 'enum' }],
  ['page=2', { '/page': 'unknown_parameter' }],
  ['limit[__proto__]=5', { '/limit[__proto__]': 'unknown_parameter' }],
  ['limit[]=5', { '/limit[]': 'unknown_parameter' }],
  ['cursor=nonsense', { '/cursor': 'cursor' }],
];

contract((stage) => {
  const pointed = (within: string, faults: Record<string, string>) =>
    Object.fromEntries(Object.entries(faults).map(([pointer, code]) => [within + pointer, code]));
  describe('a bad request', () => {
    it.each(
      BAD_TRANSFERS.map(([body, faults]) => [JSON.stringify(body).slice(0, 90), body, faults] as const),
    )('is told what is wrong with %s', async (_, json, faults) => {
      const response = await stage.send('POST /transfers', { key: await stage.createKey(), json });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(faultsIn(response.body)).toEqual(pointed('/body', faults));
    });

    it.each(BAD_QUERIES)('is told what is wrong with ?%s', async (query, faults) => {
      const response = await stage.send(`GET /transfers?${query}`, { key: await stage.createKey() });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(faultsIn(response.body)).toEqual(pointed('/query', faults));
    });

    it.each([
      ['not JSON', { raw: '{"type":', headers: JSON_TYPE }, 400, 'malformed_json'],
      ['not UTF-8', { raw: new Uint8Array([0x22, 0xff, 0x22]), headers: JSON_TYPE }, 400, 'malformed_json'],
      ['nothing', { raw: '', headers: JSON_TYPE }, 400, 'validation_failed'],
      [
        'a lone surrogate',
        { raw: '{"type":"text","text":"\\ud800"}', headers: JSON_TYPE },
        400,
        'validation_failed',
      ],
      ['text', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
      [
        'Latin-1',
        { raw: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
        415,
        'unsupported_media_type',
      ],
      ['too much', { raw: `"${'x'.repeat(9_500_000)}"`, headers: JSON_TYPE }, 413, 'payload_too_large'],
    ])('whose body is %s is refused', async (_, call, status, code) => {
      const response = await stage.send('POST /transfers', { ...call, key: await stage.createKey() });
      expect(response).toMatchObject({ status, body: { code } });
    });

    it.each<[string, string, Record<string, string>]>([
      ['a member twice', '{"type":"text","text":"x","text":"y"}', { '/body/text': 'duplicate_member' }],
      [
        'a member twice, spelt in two ways',
        '{"type":"text","text":"x","\\u0074ext":"y"}',
        { '/body/text': 'duplicate_member' },
      ],
      [
        'a member twice in an inner object',
        '{"type":"text","text":"x","a/b":[1,{},{"c":1,"c":1}]}',
        { '/body/a~1b/2/c': 'duplicate_member' },
      ],
      ['a name of 300 bytes', `{"type":"text","${'x'.repeat(300)}":1}`, { '/body': 'unknown_property' }],
      ['arrays in arrays', `${'['.repeat(20)}${']'.repeat(20)}`, { '/body': 'too_deep' }],
      ['1,001 elements', JSON.stringify({ type: Array(1001).fill(0) }), { '/body': 'too_many_members' }],
    ])('with %s is refused', async (_, raw, faults) => {
      const key = await stage.createKey();
      const response = await stage.send('POST /transfers', { raw, headers: JSON_TYPE, key });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(faultsIn(response.body)).toEqual(faults);
      expect(JSON.stringify(response.body)).not.toContain('"y"');
    });

    it('that begins with a byte order mark is none', async () => {
      const raw = '\ufeff{"type":"text","text":"x"}';
      const key = await stage.createKey();
      expect(await stage.send('POST /transfers', { raw, headers: JSON_TYPE, key })).toMatchObject({
        status: 201,
      });
    });

    it.each([
      'POST /drops',
      'POST /rooms/none/messages',
      'PATCH /webhook-endpoints/none',
      'POST /public/drops/none/items',
      'POST /public/requests/none/finish',
    ])('%s without a body is refused', async (line) => {
      const key = await stage.createKey();
      for (const call of [{}, { raw: '', headers: JSON_TYPE }]) {
        const response = await stage.send(line, { ...call, key });
        expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
        expect(faultsIn(response.body)).toEqual({ '/body': 'required' });
      }
    });

    it.each(['secrets', 'requests', 'rooms', 'drops', 'debug-share', 'webhook-endpoints'])(
      'POST /%s with nothing in its body is refused',
      async (path) => {
        const response = await stage.send(`POST /${path}`, { key: await stage.createKey(), json: {} });
        expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      },
    );

    it('throws an error that names each fault', async () => {
      const owner = await stage.owner();
      const call = owner.secrets.create({ secret: '', expiration: '2d' as '1d' }, { idempotencyKey: 'mine' });
      const error = await failureOf(call);
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({
        code: 'validation_failed',
        operation: 'secrets.create',
        idempotencyKey: 'mine',
      });
      expect(faultsIn(error)).toEqual({ '/body/secret': 'min_length', '/body/expiration': 'enum' });
    });
  });
});
