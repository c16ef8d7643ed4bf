import { limits } from '@tempshare/contract';
import { APIUserAbortError, NotFoundError, PermissionDeniedError, Tempshare } from '@tempshare/sdk';
import { createLinkKey } from '@tempshare/sdk/envelope';
import { openLink, peekLink, type OpenedFile, type OpenedLink } from '@tempshare/sdk/open';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../support/files/uploads.ts';
import { createTestKey } from '../../support/server/keys.ts';
import { sharedServers, type Servers } from '../../support/server/servers.ts';

let servers: Omit<Servers, 'kill'>;
let owner: Tempshare;
beforeAll(async () => {
  servers = await sharedServers();
  const apiKey = await createTestKey(servers.database);
  owner = new Tempshare({ baseUrl: servers.bases[0], apiKey });
});

const password = 'kluczyk, ﬁve and 🔑';

/** Opens a link over the other server than the one that made it. */
const open = (link: string, more: { password?: string } = {}): Promise<OpenedLink> =>
  openLink(link, { baseUrl: servers.bases[1], ...more });
const peek = (link: string) => peekLink(link, { baseUrl: servers.bases[1] });

/** With another key of the right form behind the #. */
const damaged = (link: string) => link.replace(/#(.)/, (_, first) => (first === 'A' ? '#B' : '#A'));

async function openedFile(link: string, more: { password?: string } = {}): Promise<OpenedFile> {
  const opened = await open(link, more);
  if (opened.kind !== 'file') throw new Error(`expected a file, not ${opened.kind}`);
  return opened.file;
}

describe('a secret', () => {
  it('is sealed by default, and opened once with its link alone', async () => {
    const { secretUrl, encryption } = await owner.secrets.create({ secret: 'naïve 🤫' });
    expect(encryption).toBe('e2e');
    expect(secretUrl).toMatch(/\/en\/secret\/[\dA-Za-z]{22}#[\w-]{43}$/);
    expect(await peek(secretUrl)).toMatchObject({
      kind: 'secret',
      encryption: 'e2e',
      requiresPassword: false,
    });
    expect(await open(secretUrl)).toEqual({ kind: 'secret', secret: 'naïve 🤫' });
    await expect(open(secretUrl)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('with a password opens with it alone, and a wrong one consumes nothing', async () => {
    const { secretUrl } = await owner.secrets.create({ secret: 'guarded', password });
    expect(await peek(secretUrl)).toMatchObject({ requiresPassword: true });
    await expect(open(secretUrl)).rejects.toMatchObject({ code: 'password_required' });
    await expect(open(secretUrl, { password: 'other' })).rejects.toBeInstanceOf(PermissionDeniedError);
    expect(await open(secretUrl, { password: password.normalize('NFD') })).toMatchObject({
      secret: 'guarded',
    });
  });

  it('made twice with the same idempotency and link keys is made once', async () => {
    const options = { idempotencyKey: `order-${Date.now()}`, linkKey: createLinkKey() };
    const first = await owner.secrets.create({ secret: 'once', password }, options);
    const other = owner.withOptions({ baseUrl: servers.bases[1] });
    expect(await other.secrets.create({ password, secret: 'once' }, options)).toEqual(first);
    expect(await open(first.secretUrl, { password })).toMatchObject({ secret: 'once' });
  });

  it('without its fragment, or with a damaged one, is not opened and not consumed', async () => {
    const { secretUrl } = await owner.secrets.create({ secret: 'kept' });
    await expect(open(secretUrl.replace(/#.*/, ''))).rejects.toMatchObject({ code: 'missing_key' });
    await expect(open(secretUrl.slice(0, -1))).rejects.toMatchObject({ code: 'invalid_link_key' });
    await expect(open(damaged(secretUrl))).rejects.toMatchObject({
      name: 'LinkError',
      code: 'wrong_key',
      cause: { code: 'invalid_password', requestId: expect.stringMatching(/^req_/) },
    });
    expect(await open(secretUrl.replace('#', '%23'))).toMatchObject({ secret: 'kept' });
  });
});

describe('a transfer', () => {
  it("with encryption: 'server' is not consumed by who brings a password that it does not have", async () => {
    const body = { type: 'text', text: 'kept', oneTime: true, encryption: 'server' } as const;
    const { shareUrl } = await owner.transfers.create(body);
    await expect(open(shareUrl, { password })).rejects.toMatchObject({ code: 'password_not_used' });
    expect(await open(shareUrl)).toMatchObject({ text: 'kept' });
  });

  it('of a text keeps it to the character, up to the limit', async () => {
    // The first of its 14 other characters takes 3 bytes.
    const text = `\uFEFF first\r\nlast ${'x'.repeat(limits.textLength - 16)}`;
    const { shareUrl } = await owner.transfers.create({ type: 'text', text, maxViews: 2 });
    expect(await open(shareUrl)).toEqual({ kind: 'text', text, oneTime: false });
    expect(await open(shareUrl)).toEqual({ kind: 'text', text, oneTime: true });
    await expect(open(shareUrl)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('of a link gives the address, and only over http and https', async () => {
    const targetUrl = 'https://example.com/a?b=%20c#d';
    const { shareUrl } = await owner.transfers.create({ type: 'url', targetUrl, oneTime: true, password });
    expect(await open(shareUrl, { password })).toEqual({ kind: 'url', targetUrl, oneTime: true });
    await expect(owner.transfers.create({ type: 'url', targetUrl: 'javascript:x' })).rejects.toThrow(
      /nothing was sent/,
    );
  });

  it("with encryption: 'server' has a link of the plain form, which opens as well", async () => {
    const made = await owner.transfers.create({ type: 'text', text: 'hi', password, encryption: 'server' });
    expect(made).toMatchObject({ encryption: 'server', shareUrl: expect.not.stringContaining('#') });
    expect(await open(made.shareUrl, { password })).toMatchObject({ kind: 'text', text: 'hi' });
    const about = { fileName: 'a.txt', mediaType: 'text/plain' };
    const file = new Blob(['plain']);
    const shared = await owner.transfers.create({ type: 'file', file, ...about, encryption: 'server' });
    const opened = await openedFile(shared.shareUrl);
    expect(opened).toMatchObject({ ...about, size: 5 });
    expect(await opened.text()).toBe('plain');
  });
});

describe('a sealed file', () => {
  const MIB = 1_048_576;

  it.for([0, MIB + 1, 26_214_400])('of %d bytes arrives as it was', async (size) => {
    const bytes = new Uint8Array(size).map((_, i) => i * 31 + (i >> 8));
    const file = new File([bytes], 'data.bin', { type: 'application/x-data; v=1' });
    const { shareUrl, ...made } = await owner.transfers.create({ type: 'file', file, oneTime: true });
    expect(made).not.toHaveProperty('uploadUrl');
    expect(await owner.transfers.get(made.id)).toMatchObject({ contentSnippet: '•' });
    const opened = await openedFile(shareUrl);
    expect(opened).toMatchObject({ fileName: 'data.bin', mediaType: 'application/x-data', size });
    expect(sha256(await opened.bytes())).toBe(sha256(bytes));
    await expect(open(shareUrl)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('from a stream of unknown length arrives', async () => {
    const file = new Blob(['a stream']).stream();
    const { shareUrl } = await owner.transfers.create({ type: 'file', file, fileName: 's.txt', password });
    const opened = await openedFile(shareUrl, { password });
    expect(opened).toMatchObject({ fileName: 's.txt', size: undefined });
    expect(await opened.text()).toBe('a stream');
  });

  it('is not there for anyone while its bytes are on their way', async () => {
    const began = Promise.withResolvers<void>();
    const file = async function* () {
      yield new Uint8Array(10);
      began.resolve();
      await new Promise(() => undefined);
    };
    const stop = new AbortController();
    const sharing = owner.transfers.create({ type: 'file', file: file() }, { signal: stop.signal });
    await began.promise;
    const [announced] = (await owner.transfers.list({ limit: 1 })).transfers;
    await expect(owner.public.transfers.get(announced!.id)).rejects.toBeInstanceOf(NotFoundError);
    stop.abort();
    await expect(sharing).rejects.toBeInstanceOf(APIUserAbortError);
  });
});
