import { limits } from '@tempshare/contract';
import type { Db } from '../storage/database.ts';

/*
 * A row for each network that has tried an item, and one for each tier of its tries, all in `attempts`: `recent` are the
 * latest tries that count, `total` says how many there were. What lies in the future, since the clock was set back,
 * counts for nothing.
 */

/** How many tries a network has at an item, and in which time. */
export const PER_NETWORK = limits.wrongAttempts.perNetwork;
export const NETWORK_SECONDS = limits.wrongAttempts.seconds;

/**
 * What all networks together have at an item in an hour, by how often a network was wrong there before: those who guess
 * most wait first, and whoever has not guessed does not wait for them. `long`: after so many tries the hour doubles, and
 * again with every 50 more.
 */
export const TIERS = [
  { name: '*first', below: 1, perHour: 24, long: 3_000 },
  { name: '*early', below: 3, perHour: 12, long: 1_500 },
  { name: '*later', below: Infinity, perHour: 18, long: 1_500 },
] as const;
export const DOUBLING = 50;
export const MOST_DOUBLINGS = 20;

type Tier = (typeof TIERS)[number];

/** One try that was counted, as `takeBack` finds it again. */
export interface CountedTry {
  /** When it was, as the database writes it. */
  at: string;
  tier: Tier['name'];
}

/**
 * Counts a try of a network, and in its tier. Row locks order concurrent tries on all servers.
 * @returns undefined when it may not be made; then nothing is counted.
 */
export async function countTry(db: Db, itemId: string, network: string): Promise<CountedTry | undefined> {
  const [row] = await db.query<{ at: string | null; tier: Tier['name'] | null; admitted: boolean }>(COUNT, [
    itemId,
    network,
  ]);
  const { at, tier, admitted } = row as { at: string | null; tier: Tier['name'] | null; admitted: boolean };
  if (at === null || tier === null) return undefined;
  if (admitted) return { at, tier };
  await db.query(TAKE_BACK, [itemId, network, at, null]);
  return undefined;
}

/** Takes a try back that was right, or that could not be made. */
export async function takeBack(db: Db, itemId: string, network: string, counted: CountedTry): Promise<void> {
  await db.query(TAKE_BACK, [itemId, network, counted.at, counted.tier]);
}

/** In how many whole seconds, at least 1, a network that was just refused gets its next try. */
export async function secondsToNextTry(db: Db, itemId: string, network: string): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(WAIT, [itemId, network]);
  return Math.max(1, row?.seconds ?? 1);
}

/** Forgets all tries at an item. */
export async function forgetTries(db: Db, itemId: string): Promise<void> {
  await db.query(FORGET, [itemId]);
}

const caseOf = (of: (tier: Tier) => number | string, when: (tier: Tier) => string): string =>
  `CASE ${TIERS.map((tier) => `WHEN ${when(tier)} THEN ${of(tier)}`).join(' ')} END`;
const named = ({ name }: Tier): string => `a.address = '${name}'`;
const PER_HOUR = caseOf(({ perHour }) => perHour, named);
/** The tier of the next try of a network with `tries` so far. */
const tierAfter = (tries: string): string =>
  caseOf(
    ({ name }) => `'${name}'`,
    ({ below }) => (below === Infinity ? 'true' : `${tries} < ${below}`),
  );

const HOUR = `(interval '1 hour' * power(2, least(${MOST_DOUBLINGS}, greatest(0,
  ceil((a.total - ${caseOf(({ long }) => long, named)} + 1) / ${DOUBLING}.0)))))`;
/** The tries in a row `a` that count, oldest first. */
const live = (window: string): string => `ARRAY(
  SELECT t FROM unnest(a.recent) AS t WHERE t > clock_timestamp() - ${window} AND t <= clock_timestamp() ORDER BY t)`;
const LIVE_OF_NETWORK = live(`interval '${NETWORK_SECONDS} seconds'`);
const LIVE_OF_TIER = live(HOUR);

/** The network's row is locked before that of the tier, here as below, so that two tries cannot wait for one another. */
const COUNT = `
  WITH mine AS (
    INSERT INTO attempts AS a (item_id, address, recent, total) VALUES ($1, $2, ARRAY[clock_timestamp()], 1)
    ON CONFLICT (item_id, address) DO UPDATE SET recent = ${LIVE_OF_NETWORK} || clock_timestamp(), total = a.total + 1
    WHERE cardinality(${LIVE_OF_NETWORK}) < ${PER_NETWORK}
    RETURNING recent[cardinality(recent)] AS at, ${tierAfter('total - 1')} AS tier
  ), everyone AS (
    INSERT INTO attempts AS a (item_id, address, recent, total) SELECT $1, tier, ARRAY[at], 1 FROM mine
    ON CONFLICT (item_id, address) DO UPDATE SET recent = ${LIVE_OF_TIER} || EXCLUDED.recent, total = a.total + 1
    WHERE cardinality(${LIVE_OF_TIER}) < ${PER_HOUR}
    RETURNING 1
  )
  SELECT (SELECT at::text FROM mine) AS at, (SELECT tier FROM mine) AS tier, EXISTS (SELECT FROM everyone) AS admitted`;

/** Networks first, too; the names of tiers begin with an asterisk. */
const FORGET = `
  WITH mine AS (
    SELECT address FROM attempts WHERE item_id = $1 ORDER BY address LIKE '*%', address FOR UPDATE
  )
  DELETE FROM attempts a USING mine WHERE a.item_id = $1 AND a.address = mine.address`;

/** `recent` without one try of that moment; others may be of the same. */
const ONE_LESS = `recent[:array_position(recent, $3::timestamptz) - 1] || recent[array_position(recent, $3::timestamptz) + 1:]`;

const TAKE_BACK = `
  WITH mine AS (
    UPDATE attempts SET total = total - 1, recent = ${ONE_LESS}
    WHERE item_id = $1 AND address = $2 AND $3::timestamptz = ANY (recent) RETURNING 1
  )
  UPDATE attempts SET total = total - 1, recent = ${ONE_LESS}
  WHERE item_id = $1 AND address = $4 AND $3::timestamptz = ANY (recent) AND EXISTS (SELECT FROM mine)`;

/** When a row of a tier takes its next try; null when at once. */
const FREE_AT = `(${LIVE_OF_TIER})[cardinality(${LIVE_OF_TIER}) - ${PER_HOUR} + 1] + ${HOUR}`;

/** A statement of its own: the refused one does not see what was counted while it waited. */
const WAIT = `
  WITH mine AS (
    SELECT (${LIVE_OF_NETWORK})[cardinality(${LIVE_OF_NETWORK}) - ${PER_NETWORK} + 1] + interval '${NETWORK_SECONDS} seconds' AS free_at,
      ${tierAfter('a.total')} AS tier
    FROM attempts a WHERE item_id = $1 AND address = $2
  )
  SELECT ceil(extract(epoch FROM greatest(
    (SELECT free_at FROM mine),
    (SELECT ${FREE_AT} FROM attempts a WHERE item_id = $1 AND address = (SELECT tier FROM mine))) - clock_timestamp()))::int AS seconds`;

/** What the owner sees of the tries at an item. */
export interface WrongAttempts {
  count: number;
  lastAt: string | null;
  heldUntil: string | null;
}

/** What an owner finds, and whether anybody has tried it. */
export interface Tried {
  id: string;
  tried: boolean;
}

/** SQL: whether there was a try at the item with the id that `id` is an expression for. */
export const isTried = (id: string): string => `EXISTS (SELECT FROM attempts a WHERE a.item_id = ${id})`;

/** Adds the tries at an item. Most have none: those are not asked for. */
export async function withWrongAttempts<Row extends Tried>(
  db: Db,
  { tried, ...row }: Row,
): Promise<Omit<Row, 'tried'> & { wrongAttempts: WrongAttempts }> {
  const none = { count: 0, lastAt: null, heldUntil: null };
  const [wrongAttempts = none] = tried ? await db.query<WrongAttempts>(WRONG_ATTEMPTS, [row.id]) : [];
  return { ...row, wrongAttempts };
}

const WRONG_ATTEMPTS = `
  SELECT coalesce(sum(a.total), 0)::int AS count,
    iso_ms(max((SELECT max(t) FROM unnest(a.recent) AS t))) AS "lastAt",
    iso_ms(max(${FREE_AT}) FILTER (WHERE a.address = '${TIERS[0].name}')) AS "heldUntil"
  FROM attempts a WHERE a.item_id = $1 AND a.address IN (${TIERS.map(({ name }) => `'${name}'`).join(', ')})`;
