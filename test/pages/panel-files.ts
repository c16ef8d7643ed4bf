/** Files that are sent from the panel over a line that breaks, and opened in another browser. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { startUploadGate } from '../support/network/upload-gate.ts';
import { openSigned, setTeam } from './panel-people.ts';
import { choose, main, usePeople, type Person } from './stage.ts';

export const MIB = 1_048_576;

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The page for sending, behind a gate. */
export async function useSending() {
  const team = await setTeam();
  const people = usePeople();
  const member = await team.join('member');
  const folder = await mkdtemp(join(tmpdir(), 'tempshare-files-'));
  const gate = await startUploadGate(team.url);
  beforeEach(() => void (gate.uploads.length = 0));
  afterAll(async () => {
    await gate.close();
    await rm(folder, { recursive: true });
  });
  return {
    gate,
    sender: (): Promise<Person> => openSigned(member, `${gate.url}/`, people),
    /** Chooses a file of random bytes, and returns its checksum. */
    give: async (one: Person, ...files: [name: string, size: number][]): Promise<string[]> => {
      const given = files.map(([name, size]) => ({ path: join(folder, name), bytes: randomBytes(size) }));
      await Promise.all(given.map(({ path, bytes }) => writeFile(path, bytes)));
      await choose(
        one,
        given.map(({ path }) => path),
      );
      return given.map(({ bytes }) => sumOf(bytes));
    },
    /** Checksum of the file that somebody else downloads from the link in a card. */
    opened: async (one: Person, name: string): Promise<string> => {
      const link = await card(one, name).locator('pre').filter({ hasText: '#' }).first().textContent();
      const { page } = await people(link!);
      const reader = { page } as Person;
      const [download] = await Promise.all([page.waitForEvent('download'), main(reader).click()]);
      return sumOf(await readFile(await download.path()));
    },
    /** How many files the team has announced. */
    announced: async (): Promise<number> => {
      const rows = await team.database.query(
        `SELECT 1 FROM transfers t JOIN api_keys k ON k.id = t.api_key_id WHERE k.account_id = $1 AND t.type = 'file'`,
        [team.accountId],
      );
      return rows.length;
    },
  };
}

/** The card of an item. */
export const card = ({ page }: Person, name: string) =>
  page.locator('main .panel-card').filter({ hasText: name });

/** How much of the bar of a file is full, from 0 to 1. It is full and moves while the response is awaited. */
export const progress = (one: Person, name: string): Promise<number> =>
  one.page
    .getByRole('progressbar', { name })
    .evaluate((bar) => Math.abs((bar as unknown as { position: number }).position));
