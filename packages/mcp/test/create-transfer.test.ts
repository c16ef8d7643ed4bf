import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, mockService, startSession } from './session.ts';
import { skipPauses } from '../../sdk/test/as-time-passes.ts';

skipPauses();

const mock = mockService();
let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'tempshare-mcp-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

const start = (env: Record<string, string> = {}) =>
  startSession({ ...environment(mock), SERVICE_MCP_FILES: directory, ...env });

async function put(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(directory, name), content);
  return name;
}

describe('service_create_transfer', () => {
  it('shares a text', async () => {
    const { call } = await start();
    const args = { type: 'text', text: 'the code is 4711', expiration: '1h', oneTime: true };
    const { text, data } = await call('service_create_transfer', args);
    expect(data).toMatchObject({ type: 'text', oneTime: true, maxViews: 1, encryption: 'e2e' });
    expect(text).toContain(data.shareUrl);
    expect(text).toContain('It can be opened once');
    expect(text).toContain(`service_get_transfer with the id ${data.id}`);
    expect(text + JSON.stringify(data)).not.toContain('4711');
    expect(await mock.open(data.shareUrl)).toEqual({ kind: 'text', text: args.text, oneTime: true });
  });

  it('shares a link', async () => {
    const { call } = await start();
    const targetUrl = 'https://example.com/report?q=1';
    const { text, data } = await call('service_create_transfer', { type: 'url', targetUrl, maxViews: 5 });
    expect(text).toContain('It can be opened 5 times.');
    expect(await mock.open(data.shareUrl)).toMatchObject({ kind: 'url', targetUrl });
  });

  it('leaves sealing to the service when asked to', async () => {
    const { call } = await start();
    const args = { type: 'text', text: 'hello', encryption: 'server', password: 'azalea9' };
    const { text, data } = await call('service_create_transfer', args);
    expect(text).toContain('It can be opened any number of times.');
    expect(data).toMatchObject({ encryption: 'server' });
    expect(text).not.toMatch(/end-to-end|azalea9/);
    expect(await mock.open(data.shareUrl, { password: 'azalea9' })).toMatchObject({ text: 'hello' });
  });

  it('takes a text from a file as it stands there, and an address without the end of the line', async () => {
    const { call } = await start();
    const notes = await put('notes.txt', '\ufeffzweite Zeile:\n');
    const { data } = await call('service_create_transfer', { type: 'text', fromFile: notes });
    expect(await mock.open(data.shareUrl)).toMatchObject({ text: '\ufeffzweite Zeile:\n' });
    const address = await put('address', 'https://example.com/x\n');
    const { data: shared } = await call('service_create_transfer', { type: 'url', fromFile: address });
    expect(await mock.open(shared.shareUrl)).toMatchObject({ targetUrl: 'https://example.com/x' });
  });

  it('takes the longest address from a file, whose end of the line does not count', async () => {
    const { call } = await start();
    const targetUrl = `https://example.com/${'x'.repeat(2_028)}`;
    for (const encryption of ['e2e', 'server']) {
      const fromFile = await put('longest', `${targetUrl}\r\n`);
      const { data } = await call('service_create_transfer', { type: 'url', fromFile, encryption });
      expect(await mock.open(data.shareUrl)).toMatchObject({ targetUrl });
      await put('longest', `${targetUrl}x\n`);
      const { text } = await call('service_create_transfer', { type: 'url', fromFile, encryption });
      expect(text).toMatch(/^fromFile is too long: at most 2,048 /);
    }
    const { text } = await call('service_create_transfer', {
      type: 'url',
      fromFile: await put('far-longer', targetUrl.repeat(5)),
    });
    expect(text).toMatch(/^fromFile is too large: at most 2,048 bytes /);
  });

  it('takes an address from a variable', async () => {
    const { call } = await start({ SERVICE_MCP_ENV: 'ADDRESS', ADDRESS: 'https://example.com/y' });
    const { data } = await call('service_create_transfer', { type: 'url', fromEnv: 'ADDRESS' });
    expect(await mock.open(data.shareUrl)).toMatchObject({ targetUrl: 'https://example.com/y' });
  });

  it.for(['e2e', 'server'])(
    'takes a file of exactly 25 MiB, and not one byte more (%s)',
    async (encryption) => {
      const { call } = await start();
      const args = { type: 'file', encryption };
      const fromFile = await put('film.mp4', Buffer.alloc(26_214_400));
      const { data } = await call('service_create_transfer', { ...args, fromFile });
      expect(data.encryption).toBe(encryption);
      await put('film.mp4', Buffer.alloc(26_214_401));
      const { text } = await call('service_create_transfer', { ...args, fromFile });
      expect(text).toMatch(/^fromFile is too large: at most 26,214,400 bytes /);
    },
  );

  it.for(['e2e', 'server'])('uploads a file and reports progress (%s)', async (encryption) => {
    const { call } = await start();
    const bytes = randomBytes(600_000);
    const fromFile = await put('report.bin', bytes);
    const reports: { progress: number; total?: number }[] = [];
    const about = { fileName: 'план.pdf', mediaType: 'application/pdf' };
    const onprogress = (report: { progress: number; total?: number }) => void reports.push(report);
    const args = { type: 'file', fromFile, encryption, ...about };
    const { data } = await call('service_create_transfer', args, { onprogress });
    expect(data).not.toHaveProperty('uploadUrl');
    const opened = await mock.open(data.shareUrl);
    if (opened.kind !== 'file') throw new Error(opened.kind);
    expect(opened.file).toMatchObject(about);
    expect(Buffer.from(await opened.file.bytes()).equals(bytes)).toBe(true);
    expect(reports.at(-1)).toMatchObject({ progress: 600_000, total: 600_000 });
    const steps = reports.map(({ progress }) => progress);
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
  });

  it('reports no less than before of an upload that is tried again', async () => {
    mock.fail('files.upload', 'service_unavailable');
    const { call } = await start();
    const fromFile = await put('again.bin', randomBytes(600_000));
    const reports: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void reports.push(progress);
    const { isError } = await call('service_create_transfer', { type: 'file', fromFile }, { onprogress });
    expect(isError).toBeUndefined();
    expect(mock.requests.filter(({ operation }) => operation === 'files.upload')).toHaveLength(2);
    expect(reports).toEqual([...new Set(reports)].sort((a, b) => a - b));
    expect(reports.at(-1)).toBe(600_000);
  });
});

describe('content that does not fit the type', () => {
  it.for([
    [{ type: 'text' }, 'Give exactly one of text, fromFile, fromEnv: none was given.'],
    [{ type: 'text', text: 'x', fromFile: 'y' }, 'text and fromFile were given.'],
    [{ type: 'text', targetUrl: 'https://a.example' }, 'targetUrl goes with type url alone.'],
    [{ type: 'url', text: 'x' }, 'text goes with type text alone.'],
    [{ type: 'file' }, 'Type file takes the file by fromFile, which is missing.'],
    [{ type: 'file', fromEnv: 'A' }, 'fromEnv goes with type text or url alone.'],
    [{ type: 'text', text: 'x', fileName: 'a' }, 'fileName goes with type file alone.'],
    [
      { type: 'text', text: 'x', password: 'a', passwordFromEnv: 'B' },
      'password and passwordFromEnv were given.',
    ],
    [
      { type: 'text', text: 'x', oneTime: true, maxViews: 3 },
      'oneTime means that maxViews is 1: give one of them.',
    ],
    [
      { type: 'text', text: 'ü'.repeat(500_001) },
      'text is too long: at most 1,000,000 bytes of UTF-8 are taken',
    ],
    [
      { type: 'url', targetUrl: `https://a.example/${'ü'.repeat(1_200)}` },
      'targetUrl is too long: at most 2,048 bytes of UTF-8',
    ],
    [{ type: 'text', text: 'a\ud800b' }, 'text holds a lone surrogate, half of a character.'],
    [{ type: 'text', text: 'x', password: '\udc00' }, 'password holds a lone surrogate'],
    [{ type: null, text: 'x' }, 'type is missing'],
    [{ type: 'page' }, 'type must be one of text, url, file'],
    [{ type: 'text', text: 7 }, 'text must be a string of 1 to 1,000,000 characters'],
    [{ type: 'text', text: 'x', maxViews: 0 }, 'maxViews must be an integer from 1 to 1000'],
    [{ type: 'text', text: 'x', oneTime: 'yes' }, 'oneTime must be a boolean'],
    [
      { type: 'url', targetUrl: 'ftp://a.example' },
      'targetUrl must be a string of 1 to 2,048 characters of the form described',
    ],
    [{ type: 'text', text: 'x', accessProofHash: 'y' }, 'the only arguments are type, text, targetUrl,'],
  ] as const)('%j is refused by name, and nothing is sent', async ([args, expected]) => {
    const { refusal } = await start();
    const text = await refusal('service_create_transfer', args);
    expect(text).toContain(expected);
    expect(text).toMatch(/Nothing was sent\.$/);
    expect(mock.requests).toEqual([]);
  });

  it('from a variable is refused as the argument would be', async () => {
    const { refusal } = await start({ SERVICE_MCP_ENV: 'ADDRESS', ADDRESS: 'ftp://hidden.example' });
    const text = await refusal('service_create_transfer', { type: 'url', fromEnv: 'ADDRESS' });
    expect(text).toContain('fromEnv must hold an http or https address');
    expect(text).not.toContain('hidden');
    expect(mock.requests).toEqual([]);
  });

  it.for(['.', '..', ' '])('as the file name %j is refused', async (fileName) => {
    const { refusal } = await start();
    const fromFile = await put('named', 'x');
    for (const encryption of ['e2e', 'server']) {
      const args = { type: 'file', fromFile, fileName, encryption };
      expect(await refusal('service_create_transfer', args)).toContain(
        'fileName must be a name, neither blank nor "." or "..". Nothing was sent.',
      );
    }
    expect(mock.requests).toEqual([]);
  });
});

it('null stands for an argument that is not given', async () => {
  const { call } = await start();
  const args = { type: 'text', text: 'x', targetUrl: null, password: null, maxViews: null, fromFile: null };
  const { data } = await call('service_create_transfer', args);
  expect(await mock.open(data.shareUrl)).toMatchObject({ text: 'x' });
});
