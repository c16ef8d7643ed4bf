import { expect, it, vi } from 'vitest';
import { html, json } from './scripted-server.ts';
import { fileCreated, stage, textCreated, uploaded } from './sealing-stage.ts';

const busy = html(503, { 'retry-after': '0' });

it('every log line of a call has its id, and its attempts can be distinguished', async () => {
  const write = vi.fn<(line: string, fields?: { call?: string; attempt?: number }) => void>();
  const logger = { error: write, warn: write, info: write, debug: write };
  const { client } = await stage([busy, json(200, {})], { logger, logLevel: 'debug' });
  await Promise.all([client.transfers.get('abcd'), client.transfers.get('efgh')]);
  const byCall = Map.groupBy(
    write.mock.calls.map(([, fields]) => fields!),
    ({ call }) => call,
  );
  expect(byCall.size).toBe(2);
  for (const id of byCall.keys()) expect(id).toMatch(/^[\da-f]{8}$/);
  const attempts = [...byCall.values()].map((lines) => lines.map(({ attempt }) => attempt));
  expect(attempts).toContainEqual([1, 1, 1, 2, 2, 2]);
  expect(attempts).toContainEqual([1, 1, 1]);
});

it('the requests of an upload, its retries among them, count as attempts', async () => {
  const file = () => ({ type: 'file', file: new Blob(['x']) }) as const;
  for (const [replies, attempts] of [
    [[fileCreated, uploaded], 2],
    [[fileCreated, busy, uploaded], 3],
    [[busy, fileCreated, busy, uploaded], 4],
  ] as const) {
    const { client, seen } = await stage([...replies]);
    const outcome = await client.transfers.create(file()).withResponse();
    expect(outcome.attempts).toBe(attempts);
    expect(seen).toHaveLength(attempts);
  }
  const { client } = await stage([textCreated]);
  const { attempts } = await client.transfers.create({ type: 'text', text: 'x' }).withResponse();
  expect(attempts).toBe(1);
});

it('the error of an upload says how often that was tried', async () => {
  const { client } = await stage([fileCreated, busy]);
  const failed = client.transfers.create({ type: 'file', file: new Blob(['x']) });
  await expect(failed).rejects.toMatchObject({ operation: 'files.upload', attempts: 3 });
});
