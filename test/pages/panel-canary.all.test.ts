import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '../support/database/database.ts';
import { embeddedQuery, filesWith, findValues, readAll } from '../support/files/leaks.ts';
import { prepareDataDir } from '../support/server/prepared-data-dir.ts';
import { startServerProcess, type ServerProcess } from '../support/server/server-process.ts';
import { button, dialog, openSigned, teamAt } from './panel-people.ts';
import { main, says, usePeople } from './stage.ts';

const people = usePeople();
let dataDir: string;
let startedAt: number;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tempshare-canary-'));
  await prepareDataDir(dataDir);
  startedAt = Date.now();
  server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('what is typed on Send is in no file of PostgreSQL and no line of the log, before and after it was opened and deleted', async () => {
  const query = (sql: string, values?: unknown[]) => embeddedQuery(dataDir, sql, values).then(() => []);
  const team = await teamAt({ url: server.url, database: { query } as unknown as TestDatabase });
  const ada = await team.join('member');
  const values = new Map<string, string>();
  const typed = (what: string): string => {
    const value = `canary${randomBytes(12).toString('hex')}`;
    values.set(what, value);
    return value;
  };
  const one = await openSigned(ada, `${team.url}/`, people);
  const send = async (text: string, guard: { label?: string; password?: string }): Promise<string> => {
    await says(one, 'Send something');
    await one.page.getByLabel('Text, secret or link').fill(text);
    if (guard.label) await one.page.getByLabel('Label (optional)').fill(guard.label);
    if (guard.password) await one.page.getByLabel('Password (optional)').fill(guard.password);
    await one.page.keyboard.press('Control+Enter');
    await one.page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    const link = await one.page.locator('main .copyable pre').filter({ hasText: /#/ }).textContent();
    values.set(`the key of ${text}`, link!.split('#')[1]!);
    return link!;
  };
  const opened = await send(typed('a secret that is opened'), { label: typed('its label') });
  const recipient = await people(opened);
  await main(recipient).click();
  await says(recipient, 'It has been deleted from the server.');
  await one.page.goto(`${team.url}/`);
  const guard = { label: typed('another label'), password: typed('its password') };
  const deleted = await send(typed('a secret that is deleted'), guard);
  await one.page.goto(`${team.url}/shared/${new URL(deleted).pathname.split('/').at(-1)}`);
  await button(one, 'Delete').click();
  await dialog(one).getByRole('button', { name: 'Delete for good' }).click();
  await one.page.getByText('Deleted by').waitFor();

  // Written three times: the log of the database leaves out what two versions of a row have in common.
  const control = `control${randomBytes(12).toString('hex')}`;
  for (const time of [1, 2, 3]) await query('UPDATE accounts SET name = $1', [`${time}${control}${time}`]);
  expect(await server.stop()).toBe(0);
  const files = await readAll(dataDir, startedAt);
  const inTheClear = filesWith(files, control);
  for (const directory of ['/pg_wal/', '/base/'])
    expect(inTheClear.some((path) => path.includes(directory))).toBe(true);
  files.set('stderr', Buffer.from(server.stderr)).set('stdout', Buffer.from(server.stdout));
  expect(server.stdout + server.stderr).toContain('secrets.create');
  expect(values.size).toBe(7);
  expect(findValues(files, values)).toEqual([]);
});
