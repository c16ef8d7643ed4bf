import { describe, expect, it } from 'vitest';
import { upload } from '../../support/contract/files.ts';
import { faultsIn, type RawCall } from '../../support/contract/stage.ts';
import { listOperations, listPaths } from '../../support/contract/lists.ts';
import { TARGET } from '../../support/contract/operations.ts';
import { contract } from '../contract.ts';

interface List {
  line: string;
  caller: RawCall;
}

/** Lists, page by page, and what a cursor is good for. */
contract((stage) => {
  /** Every list of a key with every filter, and something in each. */
  async function filledLists(): Promise<List[]> {
    const caller = { key: await stage.createKey() };
    const thrice = async (line: string, json: object): Promise<any> => {
      for (let i = 0; i < 2; i++) await stage.send(line, { ...caller, json });
      return (await stage.send(line, { ...caller, json })).body;
    };
    const { id: endpointId } = await thrice('POST /webhook-endpoints', { url: TARGET });
    await thrice('POST /transfers', { type: 'text', text: 'x' });
    await thrice('POST /secrets', { secret: 'x' });
    const { dropId } = await thrice('POST /drops', { label: 'x' });
    await thrice(`POST /public/drops/${dropId}/items`, { message: 'x' });
    const { roomId } = await thrice('POST /rooms', { name: 'x' });
    await thrice(`POST /rooms/${roomId}/messages`, { text: 'x' });
    const { requestId, pin } = await thrice('POST /requests', { title: 'x' });
    const announced = await stage.recipient.public.requests.files.create(requestId, {
      pin,
      files: [{}, {}, {}],
    });
    for (const { uploadUrl } of announced.files) await upload(stage, uploadUrl, 'x');
    const paths = listPaths({ dropId, roomId, requestId, endpointId });
    return listOperations().flatMap(({ id, filters }) =>
      filters.map((filter) => ({
        line: `GET ${paths[id]}?limit=1${filter && `&${filter}`}`,
        caller: id.startsWith('public.') ? {} : caller,
      })),
    );
  }

  /** The cursor of the first page of each list that has two. */
  async function cursorsOf(lists: List[]): Promise<{ of: List; cursor: string }[]> {
    const cursors: { of: List; cursor: string }[] = [];
    for (const list of lists) {
      const { nextCursor } = (await stage.send(list.line, list.caller)).body;
      if (nextCursor !== null) cursors.push({ of: list, cursor: nextCursor });
    }
    return cursors;
  }

  describe('a list', () => {
    it('has each thing once, newest first, whatever the filter, and its total on every page', async () => {
      const totals: Record<string, { all: number; filtered: number }> = {};
      for (const list of await filledLists()) {
        const things: Record<string, unknown>[] = [];
        const of: number[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body } = await stage.send(list.line + (cursor && `&cursor=${cursor}`), list.caller);
          const [page] = Object.values(body).filter((each) => Array.isArray(each)) as [typeof things];
          expect(page.length).toBeLessThanOrEqual(1);
          things.push(...page);
          of.push(body.total);
          cursor = body.nextCursor;
        }
        expect([list.line, new Set(of)]).toEqual([list.line, new Set([things.length])]);
        expect(new Set(things.map((each) => JSON.stringify(each))).size).toBe(things.length);
        const times = things.map(({ createdAt }) => createdAt);
        expect(times).toEqual(times.toSorted().reverse());
        const [path, filter] = list.line.split('?limit=1') as [string, string];
        const [name, value] = filter.slice(1).split('=') as [string, string];
        expect(things.filter((each) => filter && each[name] !== value)).toEqual([]);
        totals[path] ??= { all: things.length, filtered: 0 };
        totals[path].filtered += filter ? things.length : 0;
      }
      for (const { all, filtered } of Object.values(totals)) {
        expect(all).toBeGreaterThanOrEqual(3);
        expect([0, all]).toContain(filtered);
      }
    });
  });

  describe('a cursor', () => {
    it('is taken by the list and the filter that it is of, and refused everywhere else', async () => {
      const lists = await filledLists();
      const cursors = await cursorsOf(lists);
      for (const { id, path } of listOperations()) {
        const form = new RegExp(`^GET ${path.replaceAll(/\{\w+\}/g, '[^/]+')}\\?`);
        expect([id, cursors.some(({ of }) => form.test(of.line))]).toEqual([id, true]);
      }
      for (const { line, caller } of lists) {
        const pages = cursors.map(async ({ of, cursor }) => {
          const { status, body } = await stage.send(`${line}&cursor=${cursor}`, caller);
          const own = line.replace('/public', '') === of.line.replace('/public', '');
          expect([line, of.line, status]).toEqual([line, of.line, own ? 200 : 400]);
          if (!own) expect(faultsIn(body)).toEqual({ '/query/cursor': 'cursor' });
        });
        await Promise.all(pages);
      }
    });

    it('of another owner is refused', async () => {
      const [own, others] = [await filledLists(), await filledLists()];
      for (const { of, cursor } of await cursorsOf(others)) {
        const { line, caller } = own[others.indexOf(of)] as List;
        const { status, body } = await stage.send(`${line}&cursor=${cursor}`, caller);
        expect([line, status, faultsIn(body)]).toEqual([line, 400, { '/query/cursor': 'cursor' }]);
      }
    });

    it('that only looks like one is refused', async () => {
      const key = await stage.createKey();
      for (const text of [`${Date.now()}:7sQmXk2VbT9cLrPz4WnYdA`, '1', ':', '::', 'transfers:1:x']) {
        const cursor = Buffer.from(text).toString('base64url');
        const { status, body } = await stage.send(`GET /transfers?cursor=${cursor}`, { key });
        expect([status, faultsIn(body)]).toEqual([400, { '/query/cursor': 'cursor' }]);
      }
    });
  });
});
