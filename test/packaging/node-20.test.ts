import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { execute } from './execute.ts';
import { NODE_20 } from './runtimes.ts';
import { startService } from './service.ts';

/** Differences of Node.js 20 from its successors. */
const PROGRAM = `
import { open, writeFile } from 'node:fs/promises';
import { Tempshare } from '@tempshare/sdk';
import { openLink } from '@tempshare/sdk/open';

const baseUrl = process.argv[2].replace('/api/v1', '/mock/api/v1');
const client = new Tempshare({ baseUrl, apiKey: 'svc_sk_test_packed' });
const warnings = [];
process.on('warning', ({ name }) => warnings.push(name));

const { signal } = new AbortController();
await Promise.all(Array.from({ length: 30 }, () => client.key.get({ signal })));

await writeFile('handle.txt', 'hunter2');
const handle = await open('handle.txt');
const { shareUrl } = await client.transfers.create({ type: 'file', file: handle.readableWebStream() });
await handle.close();
const opened = await openLink(shareUrl);
console.log(JSON.stringify({ text: await opened.file.text(), warnings }));
`;

it('on Node.js 20 a signal serves many calls at once without a warning, and a FileHandle is a source', async () => {
  const app = inject('app');
  const { baseUrl } = await startService();
  await writeFile(join(app, 'node-20.js'), PROGRAM);
  const { code, stdout, stderr } = await execute(NODE_20, ['--no-warnings', 'node-20.js', baseUrl], app);
  expect([code, stderr]).toEqual([0, '']);
  const { text, warnings } = JSON.parse(stdout) as { text: string; warnings: string[] };
  expect(text).toBe('hunter2');
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
