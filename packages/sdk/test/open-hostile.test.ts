import { inspect } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  createFileKey,
  createLinkKey,
  deriveKeys,
  encodeLinkKey,
  seal,
  sealMetadata,
  type EnvelopeKeys,
  type FileMetadata,
} from '../src/envelope/index.ts';
import { openLink, type OpenedFile, type OpenOptions } from '../src/links/index.ts';
import { html, json, problem, scriptedServer, type Reply } from './scripted-server.ts';
import { sealedBytes } from './sealing-stage.ts';

const ID = '7sQmXk2VbT9cLrPz4WnYdA';
const MIB = 1_048_576;
const linkKey = createLinkKey();
let keys: EnvelopeKeys;
beforeAll(async () => void (keys = await deriveKeys(linkKey)));

const info = {
  id: ID,
  secretId: ID,
  encryption: 'e2e',
  requiresPassword: false,
  oneTime: true,
  expiresAt: null,
};

/** Opens a link of a service that gives these responses. */
async function open(kind: '' | 'secret/' | 'room/', replies: Reply[], options: OpenOptions = {}) {
  const { baseUrl, seen } = await scriptedServer(...replies);
  const link = `${baseUrl.replace('/api/v1', '')}/en/${kind}${ID}#${encodeLinkKey(linkKey)}`;
  const [result, error] = await openLink(link, { maxRetries: 0, ...options }).then(
    (opened) => [opened, undefined] as const,
    (failure: unknown) => [undefined, failure] as const,
  );
  return { result, error, seen };
}
const share = (said: object, opened: object, options?: OpenOptions) =>
  open('', [json(200, { ...info, ...said }), json(200, { ...info, ...said, ...opened })], options);

const refusal = problem(403, 'invalid_password');
const refused = { name: 'PermissionDeniedError', status: 403, requestId: 'req_1' };

describe('a link whose key was damaged', () => {
  it.for(['', 'secret/', 'room/'] as const)('of /%s without a password is said to be so', async (kind) => {
    const said = { ...info, kind: 'text', kdfIterations: undefined };
    const { error } = await open(kind, [json(200, said), refusal]);
    expect(error).toMatchObject({ name: 'LinkError', code: 'wrong_key', cause: refused });
    expect((error as Error).message).toMatch(/the link was damaged or cut, so ask for it again/);
    expect(inspect(error)).not.toMatch(new RegExp(`${ID}|${encodeLinkKey(linkKey)}|${keys.accessProof}`));
  });

  it.for(['', 'secret/', 'room/'] as const)(
    'of /%s cannot be distinguished from a wrong password',
    async (kind) => {
      const said = { ...info, kind: 'text', requiresPassword: true, kdfIterations: 100_000 };
      const { error } = await open(kind, [json(200, said), refusal], { password: 'pass phrase' });
      expect(error).toMatchObject(refused);
    },
  );

  it('is not what a refusal for another reason means', async () => {
    const { error } = await open('secret/', [json(200, info), problem(403, 'insufficient_scope')]);
    expect(error).toMatchObject({ name: 'PermissionDeniedError', code: 'insufficient_scope' });
  });
});

describe('a password where there is none', () => {
  it.for<['' | 'secret/' | 'room/' | 'request/' | 'drop/', object]>([
    ['', { kind: 'text', text: 'x' }],
    ['', { kind: 'debug' }],
    ['secret/', { secret: 'x' }],
    ['room/', { name: 'x', expiresAt: '2999-01-01T00:00:00.000Z' }],
    ['request/', { title: 'x', state: 'open' }],
    ['drop/', { label: 'x' }],
  ])('is refused before anything of /%s %j is opened', async ([kind, said]) => {
    const reply = json(200, { ...info, encryption: 'server', ...said });
    const { baseUrl, seen } = await scriptedServer(reply, reply);
    const link = `${baseUrl.replace('/api/v1', '')}/en/${kind}${ID}`;
    const error: unknown = await openLink(link, { password: 'pass phrase' }).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'LinkError', code: 'password_not_used' });
    expect(seen.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([]);
    expect(JSON.stringify(seen) + inspect(error)).not.toMatch(/pass phrase/);
    await expect(openLink(link, { password: '' })).resolves.toBeDefined();
  });
});

describe('a hostile service', () => {
  it.for<[string, object, string]>([
    ['that it can read the content', { encryption: 'server', requiresPassword: true }, 'not_end_to_end'],
    ['nothing of who can read it', { encryption: undefined, requiresPassword: true }, 'not_end_to_end'],
    ['to stretch the password once', { kdfIterations: 1, requiresPassword: true }, 'iterations_out_of_range'],
    ['to stretch it for years', { kdfIterations: 2 ** 31 }, 'iterations_out_of_range'],
    ['to stretch it by no number', { kdfIterations: null }, 'iterations_out_of_range'],
  ])('that says %s gets neither password nor proof', async ([, said, code]) => {
    for (const kind of ['', 'secret/', 'room/'] as const) {
      const { error, seen } = await open(kind, [json(200, { ...info, ...said })], {
        password: 'pass phrase',
      });
      expect(error).toMatchObject({ code });
      expect(seen).toHaveLength(1);
      expect(JSON.stringify(seen) + inspect(error)).not.toMatch(/pass phrase/);
    }
  });

  it('that hides that there is a password learns nothing of it, and consumes nothing', async () => {
    const guarded = await deriveKeys(linkKey, { password: 'pass phrase' });
    const text = await seal('x', guarded, { kind: 'text' });
    const { error, seen } = await share({ kind: 'text' }, { text }, { password: 'pass phrase' });
    expect(error).toMatchObject({ name: 'LinkError', code: 'password_not_used' });
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen) + inspect(error)).not.toMatch(/pass phrase/);
  });

  it('that hides the password of a room is told nothing that is meant for those who know it', async () => {
    for (const said of [{ encryption: 'e2e' }, { encryption: 'e2e', kdfIterations: undefined }]) {
      const { error, seen } = await open('room/', [json(200, { ...info, ...said })], { password: 'p' });
      expect(error).toMatchObject({ name: 'LinkError', code: 'password_not_used' });
      expect(seen).toHaveLength(1);
    }
    const { baseUrl } = await scriptedServer(json(200, { ...info, encryption: 'server' }));
    const link = `${baseUrl.replace('/api/v1', '')}/en/room/${ID}`;
    await expect(openLink(link, { password: 'p' })).rejects.toMatchObject({ code: 'password_not_used' });
  });

  it.for<[string, object, object]>([
    ['a debug share in its place', { kind: 'text' }, { kind: 'debug', logs: 'phishing' }],
    ['a debug share from the start', { kind: 'debug' }, { logs: 'phishing' }],
    ['another kind', { kind: 'text' }, { kind: 'url', targetUrl: 'https://evil.example' }],
    ['a text in the clear', { kind: 'text' }, { text: 'phishing' }],
    ['a text in the clear, and says so late', { kind: 'text' }, { text: 'phishing', encryption: 'server' }],
    ['no text', { kind: 'text' }, {}],
    ['a file without metadata', { kind: 'file' }, { downloadUrl: 'http://a/d_1', fileName: 'phishing' }],
  ])('that answers with %s is not believed', async ([, said, opened]) => {
    const { result, error } = await share(said, opened);
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ name: 'EnvelopeError', code: 'unsupported_envelope' });
    expect(inspect(error)).not.toMatch(/phishing|evil/);
  });

  it.for<[string, object]>([
    ['another kind', { kind: 'url', targetUrl: 'https://evil.example' }],
    ['what nobody here can open', { kind: 'text', text: 'e30..a.b.c', encryption: 'e2e' }],
  ])('that returns a link without a key with %s than it said is not believed', async ([, opened]) => {
    const said = { ...info, kind: 'text', encryption: 'server' };
    const { baseUrl } = await scriptedServer(json(200, said), json(200, { ...said, ...opened }));
    await expect(openLink(`${baseUrl.replace('/api/v1', '')}/en/${ID}`)).rejects.toMatchObject({
      code: 'unsupported_envelope',
    });
  });

  it('that exchanges what was sealed is found out', async () => {
    const [url, other] = [
      await seal('https://a.example', keys, { kind: 'url' }),
      await seal('x', await deriveKeys(createLinkKey()), { kind: 'text' }),
    ];
    expect((await share({ kind: 'text' }, { text: url })).error).toMatchObject({
      code: 'unsupported_envelope',
    });
    expect((await share({ kind: 'text' }, { text: other })).error).toMatchObject({
      code: 'decryption_failed',
    });
  });

  it('that sends the reader on is not followed', async () => {
    const { error, seen } = await open('secret/', [html(302, { location: 'https://evil.example/' })]);
    expect(error).toMatchObject({ code: 'redirect_refused' });
    expect(seen).toHaveLength(1);
  });
});

const bytesOf =
  (reply: Uint8Array): Reply =>
  (response) =>
    response.writeHead(200).end(reply);

/** Opens a file of which the service has this. */
async function file(stored: Uint8Array, metadata: Partial<FileMetadata>): Promise<OpenedFile> {
  const sealedMetadata = await sealMetadata({ key: createFileKey(), ...metadata }, keys);
  const opened = { ...info, kind: 'file', sealedMetadata, downloadUrl: 'http://127.0.0.1:9/x/d_1' };
  const replies = [json(200, { ...info, kind: 'file' }), json(200, opened), bytesOf(stored)];
  const { result, error } = await open('', replies);
  if (result?.kind !== 'file') throw error;
  return result.file;
}
describe('a file', () => {
  it.for<[string, (whole: Buffer) => Uint8Array]>([
    ['cut off within a chunk', (whole) => whole.subarray(0, -1)],
    ['cut off behind a chunk', (whole) => whole.subarray(0, MIB + 16)],
    ['cut off to nothing', () => new Uint8Array()],
    ['turned around', (whole) => Buffer.concat([whole.subarray(MIB + 16, 2 * MIB + 32), whole])],
    ['changed in its last byte', (whole) => Buffer.concat([whole.subarray(0, -1), Buffer.from([0])])],
    ['with more behind it', (whole) => Buffer.concat([whole, Buffer.from([0])])],
  ])('%s does not come to its end', async ([, damage]) => {
    const key = createFileKey();
    const whole = await sealedBytes(new Uint8Array(2 * MIB + 5), key);
    whole[whole.length - 1] ||= 1;
    const opened = await file(damage(whole), { key, size: 2 * MIB + 5 });
    await expect(opened.bytes()).rejects.toMatchObject({ code: 'damaged_file' });
  });

  it.for([4, 6])('of 5 bytes whose sender says %d does not come to its end', async (size) => {
    const key = createFileKey();
    const opened = await file(await sealedBytes(new Uint8Array(5), key), { key, size });
    const stream = opened.stream();
    await expect(new Response(stream).bytes()).rejects.toMatchObject({ code: 'damaged_file' });
  });

  it.for<[string | undefined, string | undefined]>([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\a.exe', 'a.exe'],
    ['a\0b\r\n.txt', 'ab.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['..', undefined],
    [' \u2028 ', undefined],
    ['\ud800.txt', '\ufffd.txt'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
    [undefined, undefined],
  ])('called %j by its sender is called %j', async ([name, shown]) => {
    const opened = await file(new Uint8Array(), { name, type: 'text/html\r\nx: y', size: -1 });
    expect(opened).toMatchObject({ fileName: shown, mediaType: undefined, size: undefined });
  });

  it.for([undefined, 1e15])('said to be of %s bytes ends at the most that can be shared', async (size) => {
    let gone = false;
    const endless: Reply = (response) => {
      const part = Buffer.alloc(MIB);
      const more = () => {
        while (!gone && response.write(part));
      };
      response.on('drain', more).on('close', () => (gone = true));
      response.writeHead(200);
      more();
    };
    const opened = { ...info, kind: 'file', encryption: 'server', downloadUrl: 'http://a/d_1', size };
    const { baseUrl } = await scriptedServer(json(200, opened), json(200, opened), endless);
    const result = await openLink(`${baseUrl.replace('/api/v1', '')}/en/${ID}`);
    if (result.kind !== 'file') throw new Error('expected a file');
    await expect(result.file.bytes()).rejects.toMatchObject({ code: 'damaged_file' });
    await expect.poll(() => gone).toBe(true);
  });

  it('whose sealed description is something else is not handed out', async () => {
    for (const metadata of [{ name: 5 }, { size: '5' }, { key: null }] as object[])
      await expect(file(new Uint8Array(), metadata)).rejects.toMatchObject({ code: 'unsupported_envelope' });
    const opened = await file(new Uint8Array(5), { key: 'short' });
    await expect(opened.bytes()).rejects.toMatchObject({ code: 'unsupported_envelope' });
  });
});

it.for(['javascript:alert(1)', 'https://user:pass@a.example/', 'https://a.example/\r\nx: y', 'a.example'])(
  'an address that no sender of the service makes, such as %j, is not handed out',
  async (target) => {
    const targetUrl = await seal(target, keys, { kind: 'url' });
    const { result, error } = await share({ kind: 'url' }, { targetUrl });
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ name: 'LinkError', code: 'unsafe_url' });
    expect(inspect(error)).not.toContain(target);
  },
);
