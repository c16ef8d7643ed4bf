import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, Tempshare, TempshareError, type Progress } from '../src/index.ts';
import { openLink } from '../src/open/index.ts';
import { createMock } from '../src/testing/index.ts';

const mock = createMock({ baseUrl: 'https://share.example/api/v1' });
const server = setupServer(...mock.handlers);
const client = new Tempshare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
const file = new File(['sevens'], 'a.txt');
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
afterEach(() => mock.reset());

const uploads = () =>
  mock.requests.filter(({ operation }) => operation === 'files.upload').map(({ outcome }) => outcome);

describe('an upload whose answer is lost has used its URL up', () => {
  it.each(['e2e', 'server'] as const)('and the %s transfer is found to be there', async (encryption) => {
    mock.fail('files.upload', 'lost_answer');
    const { shareUrl } = await client.transfers.create({ type: 'file', file, encryption });
    const opened = await mock.open(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    expect(uploads()).toEqual(['lost_answer', 404]);
  });

  it('and the file is found in the room, by its owner and by guests', async () => {
    const { roomUrl } = await client.rooms.create({ name: 'Incident' });
    const opened = await openLink(roomUrl);
    if (opened.kind !== 'room') return expect.unreachable();
    const mine = await client.rooms.open(roomUrl);
    for (const send of [
      () => client.rooms.files.create(roomUrl, { file }),
      () => mine.send(file),
      () => opened.room.send(file),
    ]) {
      mock.fail('files.upload', 'lost_answer');
      await send();
    }
    const texts = [];
    for await (const message of opened.room.messages()) texts.push(await message.file?.text());
    expect(texts).toEqual(['sevens', 'sevens', 'sevens']);
  });

  it('and a sender of a request, who cannot look, is told so', async () => {
    const { requestId, requestUrl, pin } = await client.requests.create({ title: 'Papers' });
    const opened = await openLink(requestUrl);
    if (opened.kind !== 'request') return expect.unreachable();
    mock.fail('files.upload', 'lost_answer');
    const error = await opened.send(file, { pin }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TempshareError);
    expect((error as Error).message).toMatch(/most likely arrived; ask before the file is sent again$/);
    expect((error as Error).cause).toBeInstanceOf(NotFoundError);
    expect((await client.requests.get(requestId)).files).toHaveLength(1);
  });

  it('but a URL that is gone for another reason is not taken for it', async () => {
    mock.fail('files.upload', 'network');
    mock.fail('files.upload', 'not_found');
    const call = client.transfers.create({ type: 'file', file });
    await expect(call).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe('a call that is repeated under its idempotencyKey', () => {
  const options = { idempotencyKey: 'order-4711' };
  const body = { type: 'file', file, encryption: 'server' } as const;

  it('gives the same link again when the file has arrived', async () => {
    const { shareUrl } = await client.transfers.create(body, options);
    const seen: Progress[] = [];
    const onProgress = (progress: Progress) => seen.push(progress);
    const again = await client.transfers.create(body, { ...options, onProgress });
    expect(again.shareUrl).toBe(shareUrl);
    expect(seen.at(-1)).toEqual({ loaded: 6, total: 6 });
    const opened = await openLink(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
    expect(uploads()).toEqual([200, 404]);
  });

  it('gives the same file of a room again when it has arrived', async () => {
    const { roomId } = await client.rooms.create({ name: 'Incident', encryption: 'server' });
    const create = () => client.rooms.files.create(roomId, { file, encryption: 'server' }, options);
    expect((await create()).id).toBe((await create()).id);
    expect((await client.rooms.messages.list(roomId)).messages).toHaveLength(1);
  });

  it('sends the bytes that the first call did not bring', async () => {
    mock.fail('files.upload', 'validation_failed');
    await expect(client.transfers.create(body, options)).rejects.toMatchObject({ status: 400 });
    const { shareUrl } = await client.transfers.create(body, options);
    const opened = await openLink(shareUrl);
    expect(opened.kind === 'file' && (await opened.file.text())).toBe('sevens');
  });

  it('fails, and says why, when the URL serves no more and the file is not there', async () => {
    mock.fail('files.upload', 'validation_failed');
    await expect(client.transfers.create(body, options)).rejects.toMatchObject({ status: 400 });
    mock.advance(2 * 3_600_000);
    const error = await client.transfers.create(body, options).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TempshareError);
    expect((error as Error).message).toMatch(/share the file under a new key$/);
    expect((error as Error).cause).toBeInstanceOf(NotFoundError);
  });
});
