import { limits } from '@tempshare/contract';
import type { Db } from '../storage/postgres/database.ts';
import { networksOf } from './networks.ts';

/*
 * The table `attempts` has a row per item and network, and one per item and tier. `recent` holds the latest counted
 * tries, `total` their number. Times in the future, after the clock was set back, do not count.
 */

const PER_NETWORK = limits.wrongAttempts.perNetwork;
const NETWORK_SECONDS = limits.wrongAttempts.seconds;

/**
 * Limits on the tries of all networks at an item, by what is known of a network: it was right there before, or wrong
 * less than `below` times. Separate tiers keep guessers from delaying others. A tier allows `burst` tries at once and
 * one more every `seconds`. After `long` wrong ones the interval doubles, and again with every 50 more.
 */
export const TIERS = [
  { name: '*known', below: 0, burst: 60, seconds: 120, long: 1_000 },
  { name: '*first', below: 1, burst: 240, seconds: 150, long: 2_500 },
  { name: '*early', below: 3, burst: 60, seconds: 300, long: 1_200 },
  { name: '*later', below: Infinity, burst: 18, seconds: 200, long: 1_000 },
] as const;
export const DOUBLING = 50;
export const MOST_DOUBLINGS = 20;

type Tier = (typeof TIERS)[number];

interface CountedTry {
  /** As the database writes it. */
  at: string;
  tier: Tier['name'];
}

/** Counts a try of a network, of the networks around it, and in its tier. Undefined if refused, with nothing counted. */
export async function countTry(db: Db, itemId: string, network: string): Promise<CountedTry | undefined> {
  const networks = networksOf(network);
  const [row] = await db.query<{
    at: string;
    tier: Tier['name'] | null;
    admitted: boolean;
    counted: boolean;
  }>(COUNT, [itemId, networks]);
  const { at, tier, admitted, counted } = row as NonNullable<typeof row>;
  if (tier !== null && admitted) return { at, tier };
  if (counted) await db.query(TAKE_BACK, [itemId, networks, at, null, false]);
  return undefined;
}

/** Takes back a try that was right, or could not be made. A right one is remembered for the network. */
export async function takeBack(
  db: Db,
  params: { itemId: string; network: string; counted: CountedTry; right: boolean },
): Promise<void> {
  const { itemId, network, counted, right } = params;
  await db.query(TAKE_BACK, [itemId, networksOf(network), counted.at, counted.tier, right]);
}

/** Whole seconds, at least 1, until a refused network may try again. */
export async function secondsToNextTry(db: Db, itemId: string, network: string): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(WAIT, [itemId, networksOf(network)]);
  return Math.max(1, row?.seconds ?? 1);
}

/** Forgets wrong tries. With `keepProven` it remembers which networks were right. */
export async function forgetTries(
  db: Db,
  itemId: string,
  { keepProven }: { keepProven: boolean },
): Promise<void> {
  await db.query(FORGET, [itemId, keepProven]);
}

const caseOf = (of: (tier: Tier) => number | string, when: (tier: Tier) => string): string =>
  `CASE ${TIERS.map((tier) => `WHEN ${when(tier)} THEN ${of(tier)}`).join(' ')} END`;
const named =
  (address: string) =>
  ({ name }: Tier): string =>
    `${address} = '${name}'`;

/** Allowance of a network, relative to the smallest kind: a /56 twice, a /48 four times as much. */
const weight = (address: string): string =>
  `CASE WHEN ${address} LIKE '%/48' THEN 4 WHEN ${address} LIKE '%/56' THEN 2 ELSE 1 END`;

/** Tier of the next try, from rows `m` of all networks of the client. Without rows it was never wrong. */
const tierOf = (tries: string): string => {
  const counted = TIERS.filter(({ below }) => below > 0);
  const within = counted.map(({ name, below }) =>
    below === Infinity
      ? `ELSE '${name}'`
      : `WHEN coalesce(bool_and(m.${tries} < ${below} * ${weight('m.address')}), true) THEN '${name}'`,
  );
  return `CASE WHEN bool_or(m.proven) THEN '${TIERS[0].name}' ${within.join(' ')} END`;
};

/** Interval between two tries of a tier after `total` of them. */
const pace = (address: string, total: string): string => `(${caseOf(({ seconds }) => seconds, named(address))}
  * interval '1 second' * power(2, least(${MOST_DOUBLINGS}, greatest(0,
  ceil((${total} - ${caseOf(({ long }) => long, named(address))} + 1) / ${DOUBLING}.0)))))`;
/** Time ahead of the clock for which a tier may be busy and still take a try. */
const AHEAD = `(${caseOf(({ burst, seconds }) => (burst - 1) * seconds, named('a.address'))} * interval '1 second')`;
/** Time at which a tier has caught up with its tries; now, if it has, or if the clock was set back. */
const BUSY_UNTIL = `CASE WHEN a.busy_until > clock_timestamp() AND a.busy_until <= clock_timestamp() + ${AHEAD} + ${pace('a.address', 'a.total')}
  THEN a.busy_until ELSE clock_timestamp() END`;
/** Tries in row `a` that count, oldest first. */
const LIVE = `ARRAY(
  SELECT t FROM unnest(a.recent) AS t
  WHERE t > clock_timestamp() - interval '${NETWORK_SECONDS} seconds' AND t <= clock_timestamp() ORDER BY t)`;
/** Maximum number of wrong tries of the network in row `a`. */
const ALLOWED = `${PER_NETWORK} * ${weight('a.address')}`;
/** `$2` as a subselect: PostgreSQL keeps no plan for an array parameter. */
const NETWORKS = 'ARRAY(SELECT unnest((SELECT $2::text[])))';
/** Number of times kept of a tier, of which the owner sees the latest. */
const KEPT = 24;

/** Locks networks by address, then the tier, so that tries cannot deadlock. A right network ignores those around it. */
const COUNT = `
  WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS at), mine AS (
    INSERT INTO attempts AS a (item_id, address, recent, total)
    SELECT $1, address, ARRAY[at], 1 FROM unnest((SELECT $2::text[])) AS n (address), moment ORDER BY address COLLATE "C"
    ON CONFLICT (item_id, address) DO UPDATE SET recent = ${LIVE} || EXCLUDED.recent, total = a.total + 1
    WHERE cardinality(${LIVE}) < ${ALLOWED}
    RETURNING address, total - 1 AS before, proven
  ), tried AS (
    SELECT ${tierOf('before')} AS tier FROM mine m
    HAVING count(*) = cardinality($2::text[]) OR bool_or(m.proven)
  ), everyone AS (
    INSERT INTO attempts AS a (item_id, address, recent, total, busy_until)
    SELECT $1, tier, ARRAY[at], 1, clock_timestamp() + ${pace('tier', '0')} FROM tried, moment
    ON CONFLICT (item_id, address) DO UPDATE SET
      recent = (a.recent || EXCLUDED.recent)[greatest(1, cardinality(a.recent) + 2 - ${KEPT}):], total = a.total + 1,
      busy_until = ${BUSY_UNTIL} + ${pace('a.address', 'a.total')}
    WHERE ${BUSY_UNTIL} <= clock_timestamp() + ${AHEAD}
    RETURNING 1
  )
  SELECT at::text, (SELECT tier FROM tried) AS tier, EXISTS (SELECT FROM everyone) AS admitted,
    EXISTS (SELECT FROM mine) AS counted
  FROM moment`;

/** Tiers, whose names begin with an asterisk, are locked last. */
const FORGET = `
  WITH mine AS (
    SELECT address, proven AND $2 AS kept FROM attempts WHERE item_id = $1
    ORDER BY address LIKE '*%', address COLLATE "C" FOR UPDATE
  ), kept AS (
    UPDATE attempts a SET recent = '{}', total = 0 FROM mine WHERE a.item_id = $1 AND a.address = mine.address AND mine.kept
  )
  DELETE FROM attempts a USING mine WHERE a.item_id = $1 AND a.address = mine.address AND NOT mine.kept`;

/** Removes one try of that moment; others may have the same time. */
const ONE_LESS = `CASE WHEN $3::timestamptz = ANY (a.recent) THEN
  a.recent[:array_position(a.recent, $3::timestamptz) - 1] || a.recent[array_position(a.recent, $3::timestamptz) + 1:]
  ELSE a.recent END`;

/** True for the row of the network itself, if the try was right. */
const IS_PROVEN = '($5::boolean AND held.address = ($2::text[])[1])';
/** True if nothing remains to be known of a network. Rows for refused tries would grow without bound. */
const IS_NOTHING = `(held.total <= 1 AND NOT held.proven AND NOT ${IS_PROVEN})`;

const TAKE_BACK = `
  WITH held AS (
    SELECT address, total, proven FROM attempts
    WHERE item_id = $1 AND address = ANY (${NETWORKS}) AND $3::timestamptz = ANY (recent)
    ORDER BY address COLLATE "C" FOR UPDATE
  ), mine AS (
    UPDATE attempts a SET total = a.total - 1, recent = ${ONE_LESS}, proven = a.proven OR ${IS_PROVEN}
    FROM held WHERE a.item_id = $1 AND a.address = held.address AND NOT ${IS_NOTHING} RETURNING 1
  ), nothing AS (
    DELETE FROM attempts a USING held WHERE a.item_id = $1 AND a.address = held.address AND ${IS_NOTHING} RETURNING 1
  )
  UPDATE attempts a SET total = total - 1, recent = ${ONE_LESS}, busy_until = a.busy_until - ${pace('a.address', 'a.total - 1')}
  WHERE a.item_id = $1 AND a.address = $4 AND (EXISTS (SELECT FROM mine) OR EXISTS (SELECT FROM nothing))`;

/** A separate statement, because the refused one does not see what was counted while it waited. */
const WAIT = `
  WITH mine AS (
    SELECT a.address, a.proven, a.total,
      (${LIVE})[cardinality(${LIVE}) - ${ALLOWED} + 1] + interval '${NETWORK_SECONDS} seconds' AS free_at
    FROM attempts a WHERE a.item_id = $1 AND a.address = ANY (${NETWORKS})
  ), tried AS (
    SELECT ${tierOf('total')} AS tier, max(m.free_at) FILTER (WHERE m.proven) AS own, max(m.free_at) AS free_at,
      bool_or(m.proven) AS proven
    FROM mine m
  )
  SELECT ceil(extract(epoch FROM greatest(
    CASE WHEN proven THEN own ELSE free_at END,
    (SELECT ${BUSY_UNTIL} - ${AHEAD} FROM attempts a WHERE a.item_id = $1 AND a.address = tier)) - clock_timestamp()))::int AS seconds
  FROM tried`;

export interface WrongAttempts {
  count: number;
  lastAt: string | null;
  heldUntil: string | null;
}

export interface Tried {
  id: string;
  tried: boolean;
}

/** SQL: true if there was a try at the item `id`. */
export const isTried = (id: string): string => `EXISTS (SELECT FROM attempts a WHERE a.item_id = ${id})`;

/** Adds the tries at an item. Most have none, which saves the query. */
export async function withWrongAttempts<Row extends Tried>(
  db: Db,
  { tried, ...row }: Row,
): Promise<Omit<Row, 'tried'> & { wrongAttempts: WrongAttempts }> {
  return { ...row, wrongAttempts: tried ? await wrongAttemptsAt(db, row.id) : NO_ATTEMPTS };
}

const NO_ATTEMPTS: WrongAttempts = { count: 0, lastAt: null, heldUntil: null };

export async function wrongAttemptsAt(db: Db, itemId: string): Promise<WrongAttempts> {
  const [wrongAttempts = NO_ATTEMPTS] = await db.query<WrongAttempts>(WRONG_ATTEMPTS, [itemId]);
  return wrongAttempts;
}

const WRONG_ATTEMPTS = `
  SELECT coalesce(sum(a.total), 0)::int AS count,
    iso_ms(max((SELECT max(t) FROM unnest(a.recent) AS t))) AS "lastAt",
    iso_ms(max(${BUSY_UNTIL} - ${AHEAD})
      FILTER (WHERE a.address = '*first' AND ${BUSY_UNTIL} > clock_timestamp() + ${AHEAD})) AS "heldUntil"
  FROM attempts a WHERE a.item_id = $1 AND a.address IN (${TIERS.map(({ name }) => `'${name}'`).join(', ')})`;
