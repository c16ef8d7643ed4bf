import fc from 'fast-check';
import { defaults, limits } from '@tempshare/contract';
import { expect, it } from 'vitest';
import { further } from '../../support/further.ts';
import type { Stage } from '../../support/contract/stage.ts';
import { contract } from '../contract.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Random sequences in `npm test`, which are the same each time; in `npm run test:all` others each time. */
const RUNS = further ? { numRuns: 25 } : { numRuns: 4, seed: 20_261_127 };
const COMMANDS = 22;

/** A create, and how `/api/v1` names the states of what it makes. */
const KINDS = {
  transfers: { id: 'id', body: { type: 'text', text: 'x' }, filter: 'status' },
  secrets: { id: 'secretId', body: { secret: 'x' }, filter: 'state' },
  requests: { id: 'requestId', body: { title: 'x' }, filter: 'state' },
  rooms: { id: 'roomId', body: { name: 'x' }, filter: 'state' },
  drops: { id: 'dropId', body: {}, filter: undefined },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];
const STATES = {
  transfers: ['active', 'consumed', 'expired'],
  secrets: ['waiting', 'consumed', 'expired', 'revoked'],
  requests: ['open', 'closed', 'expired', 'deleted'],
  rooms: ['open', 'expired', 'deleted'],
  drops: [],
} as const satisfies Record<Kind, readonly string[]>;

/** The expected item. Times are counted from when it was made, whichever clock moves. */
interface Item {
  kind: Kind;
  id: string;
  label: string | null;
  age: number;
  /** The end; null without one. */
  lasts: number | null;
  views: number;
  maxViews: number | null;
  state: 'living' | 'consumed' | 'revoked' | 'deleted';
}

type Labelled = { label?: string | null };
type Command =
  | {
      do: 'create';
      kind: Kind;
      label: string | undefined;
      hours: number | undefined;
      isDated: boolean;
      maxViews: number | undefined;
    }
  | { do: 'change'; item: number; label: string | null | undefined; by: number | undefined }
  | { do: 'view' | 'delete' | 'look'; item: number }
  | { do: 'list'; kind: Kind; state: number; limit: number }
  | { do: 'wait'; hours: number };

const label = fc.constantFrom('Kim', 'Für Lee \u{1f511}', 'x'.repeat(limits.labelLength));
const option = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });
const item = fc.nat({ max: 50 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      kind: fc.constantFrom(...kinds),
      label: option(label),
      hours: option(fc.constantFrom(1, 6)),
      isDated: fc.boolean(),
      maxViews: option(fc.constantFrom(1, 2)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      item,
      label: option(fc.option(label)),
      // Minutes from now: also before it, sooner than any end may be, and later than that of a room.
      by: option(fc.constantFrom(-90, 0.5, 30, 90, 600, 721 * 60)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('view' as const, 'look' as const), item }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), item }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      kind: fc.constantFrom(...kinds),
      state: fc.nat({ max: 4 }),
      limit: fc.constantFrom(1, 2, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(0.75, 2) }) },
);

const isExpired = ({ age, lasts }: Item): boolean => lasts !== null && age >= lasts;
const isLiving = (of: Item): boolean => of.state === 'living' && !isExpired(of);
const isGone = ({ state }: Item): boolean => state === 'deleted';
/** Whether its owner can look at it alone: a transfer until it ends, the others also after that. */
const isShown = (of: Item): boolean => (of.kind === 'transfers' ? isLiving(of) : !isGone(of));

/** The name of its state in `/api/v1`. */
function stateOf(of: Item): string | undefined {
  if (of.state !== 'living') return of.state;
  const [living] = STATES[of.kind];
  return isExpired(of) ? 'expired' : living;
}

/** A server or a mock beside a model of it. */
class Run {
  readonly items: Item[] = [];
  readonly #stage: Stage;
  readonly #key: string;

  constructor(stage: Stage, key: string) {
    this.#stage = stage;
    this.#key = key;
  }

  #send(line: string, json?: object) {
    return this.#stage.send(line, { key: this.#key, ...(json && { json }) });
  }

  async carryOut(command: Command): Promise<void> {
    if (command.do === 'create') return this.#create(command);
    if (command.do === 'list') return this.#list(command);
    if (command.do === 'wait') {
      await this.#stage.advance(command.hours * HOUR);
      for (const each of this.items) each.age += command.hours * HOUR;
      return;
    }
    if (this.items.length === 0) return;
    const of = this.items[command.item % this.items.length]!;
    if (command.do === 'change') return this.#change(of, command);
    if (command.do === 'view') return this.#view(of);
    if (command.do === 'delete') return this.#delete(of);
    return this.#look(of);
  }

  async #create(command: Command & { do: 'create' }): Promise<any> {
    const { kind, label, hours, isDated, maxViews } = command;
    const { id, body } = KINDS[kind];
    const isDrop = kind === 'drops';
    const name = isDrop ? (label ?? 'x') : label;
    const expiresAt =
      isDated && hours !== undefined && !isDrop
        ? new Date((await this.#now()) + hours * HOUR).toISOString()
        : undefined;
    const end =
      kind === 'rooms'
        ? hours !== undefined && { ttlHours: hours }
        : { expiration: hours === undefined ? 'forever' : `${hours}h` };
    const json = {
      ...body,
      ...(name !== undefined && { label: name }),
      ...(!isDrop && (expiresAt === undefined ? end : { expiresAt })),
      ...(kind === 'transfers' && maxViews !== undefined && { maxViews }),
    };
    const { status, body: made } = await this.#send(`POST /${kind}`, json);
    expect([json, status, made.errors]).toEqual([json, 201, undefined]);
    const of: Item = {
      ...{ kind, id: made[id], label: name ?? null, age: 0, lasts: null, views: 0, state: 'living' },
      maxViews: kind === 'transfers' ? (maxViews ?? null) : null,
    };
    if (expiresAt !== undefined) {
      expect(made.expiresAt).toBe(expiresAt);
      of.lasts = Date.parse(expiresAt) - Date.parse(made.createdAt);
    } else if (kind === 'rooms') of.lasts = (hours ?? defaults.roomHours) * HOUR;
    else if (!isDrop && hours !== undefined) of.lasts = hours * HOUR;
    this.items.push(of);
    return this.#look(of);
  }

  /** The time, by the clock of what is tested: that of a new inbox. */
  async #now(): Promise<number> {
    const inbox = { do: 'create', kind: 'drops', isDated: false } as const;
    const { createdAt } = await this.#create({
      ...inbox,
      label: undefined,
      hours: undefined,
      maxViews: undefined,
    });
    return Date.parse(createdAt);
  }

  async #look(of: Item): Promise<any> {
    const { status, body } = await this.#send(`GET /${of.kind}/${of.id}`);
    expect([of, status]).toEqual([of, isShown(of) ? 200 : 404]);
    if (status === 200) this.#compare(of, body);
    return status === 200 ? body : undefined;
  }

  /** Holds what is shown of an item against what it is expected to be. */
  #compare(of: Item, shown: any): void {
    const createdAt = Date.parse(shown.createdAt);
    const lasts = shown.expiresAt === null ? null : Date.parse(shown.expiresAt) - createdAt;
    const facts: Labelled & Record<string, unknown> = { label: shown.label };
    const expected: Labelled & Record<string, unknown> = { label: of.label };
    if (of.kind !== 'drops') {
      facts.state = shown.status ?? shown.state;
      expected.state = stateOf(of);
      facts.lasts = lasts;
      expected.lasts = of.lasts;
    }
    if (of.kind === 'transfers') {
      const { first, last } = shown.viewedAt;
      facts.views = [shown.views, shown.maxViews, first !== null, last !== null];
      expected.views = [of.views, of.maxViews, of.views > 0, of.views > 0];
      if (of.views > 0) {
        const [begin, end] = [Date.parse(first) - createdAt, Date.parse(last) - createdAt];
        expect(begin).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(begin);
        if (of.views === 1) expect(first).toBe(last);
      }
    }
    expect([of, facts]).toEqual([of, expected]);
  }

  async #change(of: Item, { label, by }: Command & { do: 'change' }): Promise<void> {
    const shown = await this.#look(of);
    const isDrop = of.kind === 'drops';
    const now = shown ? Date.parse(shown.createdAt) + of.age : Date.now() + 24 * HOUR;
    // One that has ended is not found, if only the body is right.
    const minutes = isLiving(of) ? by : by && 48 * 60;
    const text = isDrop ? (label ?? (isLiving(of) && label === null ? null : 'x')) : label;
    const json = {
      ...(text !== undefined && { label: text }),
      ...(minutes !== undefined && !isDrop && { expiresAt: new Date(now + minutes * MINUTE).toISOString() }),
    };
    const isRefused =
      Object.keys(json).length === 0 ||
      (isDrop && text === null) ||
      (!isDrop &&
        minutes !== undefined &&
        (minutes < 1 || (of.kind === 'rooms' && minutes > limits.roomHours * 60)));
    const { status, body } = await this.#send(`PATCH /${of.kind}/${of.id}`, json);
    if (isRefused) {
      expect([of, json, status, body.code]).toEqual([of, json, 400, 'validation_failed']);
    } else if (isLiving(of)) {
      expect([of, json, status]).toEqual([of, json, 200]);
      if (text !== undefined) of.label = text;
      if (minutes !== undefined && !isDrop) of.lasts = of.age + minutes * MINUTE;
      this.#compare(of, body);
    } else {
      expect([of, json, status, body.code]).toEqual([of, json, 404, 'not_found']);
    }
    await this.#look(of);
  }

  async #view(of: Item): Promise<void> {
    const path = `/public/${of.kind}/${of.id}`;
    const call =
      { transfers: `POST ${path}/open`, secrets: `POST ${path}/reveal` }[of.kind as string] ?? `GET ${path}`;
    const { status } = await this.#stage.send(call);
    expect([of, call, status]).toEqual([of, call, isLiving(of) ? 200 : 404]);
    if (status !== 200) return;
    of.views += 1;
    if (of.kind === 'secrets' || of.views === of.maxViews) of.state = 'consumed';
  }

  async #delete(of: Item): Promise<void> {
    const { status } = await this.#send(`DELETE /${of.kind}/${of.id}`);
    const isThere = of.kind === 'transfers' || of.kind === 'secrets' ? isLiving(of) : !isGone(of);
    expect([of, status]).toEqual([of, isThere ? 200 : 404]);
    if (isThere) of.state = of.kind === 'secrets' ? 'revoked' : 'deleted';
    await this.#look(of);
  }

  /** Walks a list by its cursor. */
  async #list({ kind, state: number, limit }: Command & { do: 'list' }): Promise<void> {
    const { id, filter } = KINDS[kind];
    const state: string | undefined = STATES[kind][number];
    const all = this.items.filter((each) => each.kind === kind && !isGone(each));
    const expected = all.filter((each) => state === undefined || stateOf(each) === state);
    const asked = filter && state ? `&${filter}=${state}` : '';
    const rows: any[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await this.#send(`GET /${kind}?limit=${limit}${asked}${next}`);
      expect([status, body.total, body.totalIsExact]).toEqual([200, expected.length, true]);
      expect(body[kind].length).toBeLessThanOrEqual(limit);
      rows.push(...body[kind]);
      cursor = body.nextCursor as string | null;
    }
    const found = rows.map((row) => this.items.find((each) => each.id === row[id])!);
    expect(new Set(found)).toEqual(new Set(expected));
    expect(rows).toHaveLength(expected.length);
    rows.forEach((row, i) => this.#compare(found[i]!, row));
    const order = rows.map((row) => `${row.createdAt} ${row[id]}`);
    expect(order).toEqual(order.toSorted().toReversed());
  }
}

contract((stage) => {
  it('answers any sequence of creates, changes, views, deletes and lists as a simple model does', async () => {
    const { body: told } = await stage.send('GET /public/limits');
    expect(told.lengths.label).toBe(limits.labelLength);
    expect(told.lifetimes.roomHours).toEqual(limits.roomHours);
    const sequences = fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS });
    const property = fc.asyncProperty(sequences, async (commands) => {
      const run = new Run(stage, await stage.createKey());
      for (const each of commands) await run.carryOut(each);
      for (const kind of kinds) await run.carryOut({ do: 'list', kind, state: 9, limit: 3 });
    });
    const seed = RUNS.seed ?? Date.now() | 0;
    if (further) console.log(`The sequences follow from the seed ${seed}.`);
    await fc.assert(property, { ...RUNS, seed, endOnFailure: true });
  });
});
