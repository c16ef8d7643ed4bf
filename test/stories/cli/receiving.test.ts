import { once } from 'node:events';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';
import { unwrapWebhook } from '@tempshare/sdk/webhooks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTempshare, useService, temporaryDirectory, tempshare } from '../../support/cli/command.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

const VALUE = 'tok_9f86d081884c7d65';

const { app, env, client, succeed } = await useService();

describe('request', () => {
  /** Creates a request, and sends files to it as somebody else. */
  async function requestWith(...files: { file: Blob; fileName: string }[]): Promise<string> {
    const [link, pin] = (await succeed(['request', 'create', 'Papers', '--expires', '1h']))
      .trim()
      .split('\nPIN: ');
    const opened = await openLink(link!);
    if (opened.kind !== 'request') throw new Error(opened.kind);
    if (files.length > 0) await opened.sendAll(files, { pin: pin! });
    return link!;
  }

  it('fetches the files that have arrived, under names of their own, and deletes them', async () => {
    const directory = await temporaryDirectory();
    const file = (text: string) => ({ file: new Blob([text]), fileName: 'a.txt' });
    const link = await requestWith(file('first'), file('second'));
    expect(await succeed(['request', 'list', '--limit', '1'])).toMatch(/Papers +open +2 /);
    expect(await succeed(['request', 'pull', link, '-o', directory, '--delete'])).toMatch(
      /a\.txt\n.*a \(1\)\.txt\n$/,
    );
    const texts = ['a.txt', 'a (1).txt'].map((name) => readFile(join(directory, name), 'utf8'));
    expect((await Promise.all(texts)).sort()).toEqual(['first', 'second']);
    expect(await tempshare(['request', 'pull', link, '-o', directory], { env })).toMatchObject({ code: 4 });
  });

  it('puts a value into a file of variables, and shows it nowhere', async () => {
    const directory = await temporaryDirectory();
    const target = join(directory, '.env');
    const value = `${VALUE} with "quotes" and $HOME`;
    const link = await requestWith({ file: new Blob([`${value}\n`]), fileName: 'token' });
    const pull = ['request', 'pull', link, '--to', `${target}:API_TOKEN`];
    const shown = await succeed(pull);
    expect(shown).toBe(`API_TOKEN is in ${target}.\n`);
    expect(parseEnv(await readFile(target, 'utf8'))).toEqual({ API_TOKEN: value });
    expect((await stat(target)).mode & 0o777).toBe(0o600);

    await writeFile(target, `# kept\nexport API_TOKEN="old\nvalue" # gone\nOTHER='a'`);
    expect(await tempshare(pull, { env })).toMatchObject({ code: 9, stdout: '' });
    await succeed([...pull, '--replace', '--json']);
    const text = await readFile(target, 'utf8');
    expect(text).toMatch(/^# kept\nAPI_TOKEN=.*\nOTHER='a'$/);
    expect(parseEnv(text)).toEqual({ API_TOKEN: value, OTHER: 'a' });
    expect(await readdir(directory)).toEqual(['.env']);
  });

  it('tells a value that several files could be, and a target that is none', async () => {
    const directory = await temporaryDirectory();
    const link = await requestWith(
      ...['a', 'b'].map((fileName) => ({ file: new Blob([fileName]), fileName })),
    );
    const to = `${join(directory, '.env')}:NAME`;
    expect(await tempshare(['request', 'pull', link, '--to', to], { env })).toMatchObject({ code: 2 });
    expect(await tempshare(['request', 'pull', link, '--to', 'NAME'], { env })).toMatchObject({ code: 2 });
    expect(await readdir(directory)).toEqual([]);
  });

  it('--wait waits for a file', async () => {
    const directory = await temporaryDirectory();
    const { requestId, requestUrl, pin } = await client.requests.create({ title: 'Later' });
    const pulled = tempshare(['request', 'pull', requestId, '--wait', '-o', directory], { env });
    const opened = await openLink(requestUrl);
    if (opened.kind === 'request') await opened.send(new Blob(['late']), { pin, fileName: 'late.txt' });
    expect(await pulled).toMatchObject({ code: 0, stdout: `${join(directory, 'late.txt')}\n` });
  });
});

describe('webhooks', () => {
  it('events come to a receiver that verifies them, and go on after both ends were away and the listener was killed', async () => {
    const state = await temporaryDirectory();
    const { text: key } = await app.createKey();
    const its = { SERVICE_API_KEY: key, SERVICE_URL: app.url, XDG_STATE_HOME: state };
    const sender = new Tempshare({ apiKey: key, baseUrl: app.baseUrl });
    const before = await sender.transfers.create({ type: 'text', text: 'before' });
    const secret = (await succeed(['webhooks', 'listen', '--print-secret'], { env: its })).trim();
    expect(secret).toMatch(/^whsec_\S{40}$/);
    expect(await succeed(['webhooks', 'listen', '--print-secret'], { env: its })).toBe(`${secret}\n`);

    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const events = new Map<string, string>();
    receiver.react = (response, { body, headers }) => {
      unwrapWebhook(body, headers, { secret }).then(
        ({ id, type }) => {
          new Webhook(secret).verify(body, headers as Record<string, string>);
          events.set(id, type);
          response.writeHead(204).end();
        },
        () => response.writeHead(400).end(),
      );
    };
    const listen = ['webhooks', 'listen', '--forward-to', `${receiver.url}/hooks?a=1`];
    const killed = startTempshare(listen, its);
    // It begins with what happens from now on, so that its beginning is waited for.
    await vi.waitFor(async () => expect((await readdir(join(state, 'tempshare'))).length).toBe(2), {
      timeout: 60_000,
    });
    await sender.transfers.delete(before.id);
    await vi.waitFor(() => expect([...events.values()]).toEqual(['transfer.deleted']), { timeout: 60_000 });
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    await succeed(['webhooks', 'trigger', 'secret.consumed'], { env: its });
    await succeed(['webhooks', 'trigger', 'request.closed'], { env: its });
    let refusals = 0;
    const takes = receiver.react;
    receiver.react = (response) => {
      refusals += 1;
      receiver.react = takes;
      response.writeHead(503).end();
    };
    // The service is away, too: a proxy answers in its place.
    const send = globalThis.fetch;
    onTestFinished(() => void (globalThis.fetch = send));
    let away = 0;
    globalThis.fetch = async (input, init) => {
      if (away > 0 || !new Request(input, init).url.includes('/events')) return send(input, init);
      away += 1;
      return new Response('<h1>Maintenance</h1>', { headers: { 'content-type': 'text/html' } });
    };
    const ended = new AbortController();
    const running = tempshare(listen, { env: its, signal: ended.signal });
    await vi.waitFor(() => expect(events.size).toBe(4), { timeout: 60_000 });
    ended.abort('SIGINT');
    expect(await running).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('tried again in 2 seconds'),
    });
    expect(refusals).toBe(1);
    expect([...events.values()].slice(1)).toEqual(['secret.consumed', 'request.created', 'request.closed']);
    expect(receiver.received.at(-1)).toMatchObject({ path: '/hooks?a=1' });
    const kept = (await readdir(join(state, 'tempshare'))).filter((name) => name.endsWith('.json'));
    expect(kept).toHaveLength(2);
    for (const name of kept) expect((await stat(join(state, 'tempshare', name))).mode & 0o777).toBe(0o600);
  });

  it('a command gets the body, and events of other types are passed over', async () => {
    const state = await temporaryDirectory();
    const { text: key } = await app.createKey();
    const its = {
      SERVICE_API_KEY: key,
      SERVICE_URL: app.url,
      XDG_STATE_HOME: state,
      PATH: process.env.PATH!,
    };
    await succeed(['webhooks', 'trigger', 'transfer.deleted'], { env: its });
    const ended = new AbortController();
    const file = join(state, 'got');
    const running = tempshare(
      [
        ...[
          'webhooks',
          'listen',
          '--since',
          '2026-01-01T00:00:00Z',
          '--events',
          'transfer.deleted',
          '--json',
        ],
        ...[
          '--exec',
          `cat > '${file}.part'; printf '%s' "$TEMPSHARE_EVENT_TYPE" >> '${file}.part'; mv '${file}.part' '${file}'`,
        ],
      ],
      { env: its, signal: ended.signal },
    );
    const got = await vi.waitFor(() => readFile(file, 'utf8'), { timeout: 60_000 });
    ended.abort('SIGINT');
    const { stdout } = await running;
    expect(got).toMatch(/^\{"id":"evt_.+\}transfer\.deleted$/);
    expect(stdout).not.toContain('transfer.created');
  });

  it('signs and verifies', async () => {
    const its = { SERVICE_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
    const body = '{"a":"ü"}';
    const signature = (await succeed(['webhooks', 'sign'], { env: its, input: body })).trim();
    expect(
      await succeed(['webhooks', 'verify', '--signature', signature], { env: its, input: body }),
    ).toContain('right');
    for (const [args, input] of [
      [['--signature', signature], `${body}\n`],
      [['--signature', signature.replace(/t=\d+/, 't=1')], body],
    ] as const)
      expect(await tempshare(['webhooks', 'verify', ...args], { env: its, input })).toMatchObject({
        code: 1,
      });
    const old = (
      await succeed(['webhooks', 'sign', '--timestamp', '1000000000'], { env: its, input: body })
    ).trim();
    const stale = await tempshare(['webhooks', 'verify', '--signature', old, '--json'], {
      env: its,
      input: body,
    });
    expect(JSON.parse(stale.stderr).error).toMatchObject({ code: 'timestamp_too_old', exitCode: 1 });
    expect(await tempshare(['webhooks', 'sign'], { input: body })).toMatchObject({ code: 2 });
  });
});
