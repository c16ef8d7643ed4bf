import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { toolHandler, type ToolCall } from '../src/tool.ts';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const logger = { error() {}, warn() {}, info() {}, debug() {} };
afterEach(() => void vi.useRealTimers());

it('a call that hangs is answered before a host gives up after a minute', async () => {
  mock.fail('secrets.create', 'timeout', { times: Infinity });
  const { call } = await startSession(environment(mock));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const started = Date.now();
  let answered: Awaited<ReturnType<typeof call>> | undefined;
  void call('service_create_secret', { secret: 'x' }).then((answer) => (answered = answer));
  while (mock.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.waitUntil(
    async () => {
      await vi.advanceTimersByTimeAsync(500);
      return answered;
    },
    { timeout: 30_000, interval: 1 },
  );
  expect(Date.now() - started).toBeLessThan(60_000);
  expect(answered).toMatchObject({ isError: true });
  expect(answered?.text).toMatch(
    /^There was no complete response from the service within 45 seconds\. Call again later: /,
  );
});

it('a call that waits for something that no signal ends is answered, too', async () => {
  vi.useFakeTimers();
  const work = () => new Promise<never>(() => {});
  const handler = toolHandler(
    readConfig(environment(mock), logger),
    logger,
    { reads: false, names: [] },
    work,
  );
  const answered = handler({}, context());
  await vi.advanceTimersByTimeAsync(45_000);
  expect((await answered).isError).toBe(true);
});

it('few uploads run at a time, and one that gets no turn is told so', async () => {
  vi.useFakeTimers();
  const config = readConfig(environment(mock), logger);
  let running = 0;
  const counts: number[] = [];
  const work = (_: object, { inTurn, progress }: ToolCall) =>
    inTurn(async () => {
      counts.push((running += 1));
      for (let elapsed = 0; elapsed < 60_000; elapsed += 20_000) {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        progress.report(1, 1);
      }
      running -= 1;
      return { data: {}, sentence: 'Done.' };
    });
  const handler = toolHandler(config, logger, { reads: false, names: [] }, work);
  const calls = Array.from({ length: 5 }, () => handler({}, context()));
  await vi.advanceTimersByTimeAsync(30_000);
  // It has a turn after half a minute, and then its own time.
  const late = handler({}, context());
  await vi.runAllTimersAsync();
  const told = (await Promise.all([...calls, late])).map(
    ({ content }) => (content[0] as { text: string }).text,
  );
  expect(told.slice(0, 3)).toEqual(['Done.', 'Done.', 'Done.']);
  for (const text of told.slice(3, 5))
    expect(text).toMatch(/^Other uploads are still under way, .+ Nothing was sent\. Call again when /);
  expect(told[5]).toBe('Done.');
  expect(Math.max(...counts)).toBe(3);
});

const context = () => ({ mcpReq: { signal: new AbortController().signal } }) as ServerContext;

/** A call that reports progress every so often and ends after two minutes, unless it is ended before. */
async function callOfTwoMinutes(every: number): Promise<CallToolResult> {
  vi.useFakeTimers();
  const config = readConfig(environment(mock), logger);
  const work = async (_: object, { progress, signal }: ToolCall) => {
    for (let elapsed = 0; elapsed < 120_000; elapsed += every) {
      await new Promise((resolve) => setTimeout(resolve, every));
      signal.throwIfAborted();
      progress.report(1, 1);
    }
    return { data: {}, sentence: 'Done.' };
  };
  const handler = toolHandler(config, logger, { reads: false, names: [] }, work);
  const answered = handler({}, context());
  await vi.runAllTimersAsync();
  return answered;
}

it('a call may take longer while it gets on', async () => {
  expect((await callOfTwoMinutes(40_000)).isError).toBeUndefined();
  expect((await callOfTwoMinutes(60_000)).isError).toBe(true);
});
