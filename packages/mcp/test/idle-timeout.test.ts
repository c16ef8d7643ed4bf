import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { toolHandler, type ToolContext } from '../src/tool.ts';
import { environment, mockService, startSession } from './session.ts';

const mock = mockService();
const logger = { error() {}, warn() {}, info() {}, debug() {} };
afterEach(() => void vi.useRealTimers());

it('a call that hangs returns before a host gives up after a minute', async () => {
  mock.fail('secrets.create', 'timeout', { times: Infinity });
  const { call } = await startSession(environment(mock));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const started = Date.now();
  let result: Awaited<ReturnType<typeof call>> | undefined;
  void call('service_create_secret', { secret: 'x' }).then((each) => (result = each));
  while (mock.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.waitUntil(
    async () => {
      await vi.advanceTimersByTimeAsync(500);
      return result;
    },
    { timeout: 30_000, interval: 1 },
  );
  expect(Date.now() - started).toBeLessThan(60_000);
  expect(result).toMatchObject({ isError: true });
  expect(result?.text).toMatch(
    /^There was no complete response from the service within 45 seconds\. Call again later: /,
  );
});

it('a call that waits for something that no signal ends returns, too', async () => {
  vi.useFakeTimers();
  const run = () => new Promise<never>(() => {});
  const result = handlerOf(run)({}, context());
  await vi.advanceTimersByTimeAsync(45_000);
  expect((await result).isError).toBe(true);
});

it('few uploads run at a time, and one that gets no slot says so', async () => {
  vi.useFakeTimers();
  let running = 0;
  const counts: number[] = [];
  const run = (_: object, { withUploadSlot, progress }: ToolContext) =>
    withUploadSlot(async () => {
      counts.push((running += 1));
      for (let elapsed = 0; elapsed < 60_000; elapsed += 20_000) {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        progress.report(1, 1);
      }
      running -= 1;
      return { data: {}, text: 'Done.' };
    });
  const handler = handlerOf(run);
  const calls = Array.from({ length: 5 }, () => handler({}, context()));
  await vi.advanceTimersByTimeAsync(30_000);
  // It gets a slot after half a minute, and then its own time.
  const late = handler({}, context());
  await vi.runAllTimersAsync();
  const texts = (await Promise.all([...calls, late])).map(
    ({ content }) => (content[0] as { text: string }).text,
  );
  expect(texts.slice(0, 3)).toEqual(['Done.', 'Done.', 'Done.']);
  for (const text of texts.slice(3, 5))
    expect(text).toMatch(/^Other uploads are still under way, .+ Nothing was sent\. Call again when /);
  expect(texts[5]).toBe('Done.');
  expect(Math.max(...counts)).toBe(3);
});

type Run = Parameters<typeof toolHandler>[1];
const handlerOf = (run: Run) =>
  toolHandler({ config: readConfig(environment(mock), logger), logger, readOnly: false, fields: [] }, run);
const context = () => ({ mcpReq: { signal: new AbortController().signal } }) as ServerContext;

/** A call that reports progress every so often and ends after two minutes, unless it is ended before. */
async function callOfTwoMinutes(every: number): Promise<CallToolResult> {
  vi.useFakeTimers();
  const run = async (_: object, { progress, signal }: ToolContext) => {
    for (let elapsed = 0; elapsed < 120_000; elapsed += every) {
      await new Promise((resolve) => setTimeout(resolve, every));
      signal.throwIfAborted();
      progress.report(1, 1);
    }
    return { data: {}, text: 'Done.' };
  };
  const result = handlerOf(run)({}, context());
  await vi.runAllTimersAsync();
  return result;
}

it('a call may take longer while it gets on', async () => {
  expect((await callOfTwoMinutes(40_000)).isError).toBeUndefined();
  expect((await callOfTwoMinutes(60_000)).isError).toBe(true);
});
