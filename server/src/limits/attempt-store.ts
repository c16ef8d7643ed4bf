import { limits } from '@tempshare/contract';
import type { Db } from '../storage/postgres/database.ts';
import { networksOf } from './networks.ts';

/*
 * The table `attempts` has a row for each network that has tried an item, and one for each tier of its tries. `recent` holds the
 * latest counted tries and `total` their number. Times in the future, after the clock was set back, count for nothing.
 */

/** Maximum number of wrong tries of a network at an item, and in which time. */
export const PER_NETWORK = limits.wrongAttempts.perNetwork;
export const NETWORK_SECONDS = limits.wrongAttempts.seconds;

/**
 * Tries of all networks together at an item, by what is known of the network: it was right there before, or it was wrong there
 * less than `below` times. Each tier has tries of its own, so those who guess on wait for each other, and nobody else does.
 * `burst` tries are allowed at once, and one more every `seconds`. After `long` wrong ones the pace halves, and again with
 * every 50 more.
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

/** One try that was counted, as `takeBack` finds it again. */
export interface CountedTry {
  /** Time of the try, as the database writes it. */
  at: string;
  tier: Tier['name'];
}

/**
 * Counts a try of a network, of the larger networks around it, and in its tier. Row locks order concurrent tries on all servers.
 * @returns undefined when the try is refused; then nothing is counted.
 */
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

/** Takes a try back that was right, or that could not be made. A right one is remembered for the network. */
export async function takeBack(
  db: Db,
  params: { itemId: string; network: string; counted: CountedTry; right: boolean },
): Promise<void> {
  const { itemId, network, counted, right } = params;
  await db.query(TAKE_BACK, [itemId, networksOf(network), counted.at, counted.tier, right]);
}

/** In how many whole seconds, at least 1, a network that was just refused gets its next try. */
export async function secondsToNextTry(db: Db, itemId: string, network: string): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(WAIT, [itemId, networksOf(network)]);
  return Math.max(1, row?.seconds ?? 1);
}

/** Forgets the wrong tries at an item. With `keepProven` it remembers which networks were right. */
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

/** The tier of the next try, from rows `m` of all networks of the client with their number of wrong tries. Without any: it was never wrong. */
const tierOf = (tries: string): string => {
  const counted = TIERS.filter(({ below }) => below > 0);
  const within = counted.map(({ name, below }) =>
    below === Infinity
      ? `ELSE '${name}'`
      : `WHEN coalesce(bool_and(m.${tries} < ${below} * ${weight('m.address')}), true) THEN '${name}'`,
  );
  return `CASE WHEN bool_or(m.proven) THEN '${TIERS[0].name}' ${within.join(' ')} END`;
};

/** The pace of a tier whose address is `address`, after `total` tries. */
const pace = (address: string, total: string): string => `(${caseOf(({ seconds }) => seconds, named(address))}
  * interval '1 second' * power(2, least(${MOST_DOUBLINGS}, greatest(0,
  ceil((${total} - ${caseOf(({ long }) => long, named(address))} + 1) / ${DOUBLING}.0)))))`;
/** Time ahead of the clock for which a tier may be busy and still take a try. */
const AHEAD = `(${caseOf(({ burst, seconds }) => (burst - 1) * seconds, named('a.address'))} * interval '1 second')`;
/** Time at which a tier has caught up with its tries: now, if it has, or if the clock was set back. */
const BUSY_UNTIL = `CASE WHEN a.busy_until > clock_timestamp() AND a.busy_until <= clock_timestamp() + ${AHEAD} + ${pace('a.address', 'a.total')}
  THEN a.busy_until ELSE clock_timestamp() END`;
/** The tries in the row `a` of a network that count, oldest first. */
const LIVE = `ARRAY(
  SELECT t FROM unnest(a.recent) AS t
  WHERE t > clock_timestamp() - interval '${NETWORK_SECONDS} seconds' AND t <= clock_timestamp() ORDER BY t)`;
/** Number of wrong tries that the network of the row `a` has in that time. */
const ALLOWED = `${PER_NETWORK} * ${weight('a.address')}`;
/** The parameter `$2`; of an array that is a parameter PostgreSQL keeps no plan. */
const NETWORKS = 'ARRAY(SELECT unnest((SELECT $2::text[])))';
/** Number of times that are kept of a tier, for its owner to see the latest. */
const KEPT = 24;

/**
 * The rows of networks are locked before that of the tier, and in the order of their addresses, here as below: two tries cannot
 * wait for one another. A network that was right before depends on no network around it.
 */
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

/** The names of tiers begin with an asterisk. */
const FORGET = `
  WITH mine AS (
    SELECT address, proven AND $2 AS kept FROM attempts WHERE item_id = $1
    ORDER BY address LIKE '*%', address COLLATE "C" FOR UPDATE
  ), kept AS (
    UPDATE attempts a SET recent = '{}', total = 0 FROM mine WHERE a.item_id = $1 AND a.address = mine.address AND mine.kept
  )
  DELETE FROM attempts a USING mine WHERE a.item_id = $1 AND a.address = mine.address AND NOT mine.kept`;

/** `recent` without one try of that moment; others may be of the same. */
const ONE_LESS = `CASE WHEN $3::timestamptz = ANY (a.recent) THEN
  a.recent[:array_position(a.recent, $3::timestamptz) - 1] || a.recent[array_position(a.recent, $3::timestamptz) + 1:]
  ELSE a.recent END`;

/** Whether the try that is taken back was right, and the row is that of its own network. */
const IS_PROVEN = '($5::boolean AND held.address = ($2::text[])[1])';
/** Whether nothing is left to be known of a network: a row for each refused try would grow without bound. */
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

/** A statement of its own: the refused one does not see what was counted while it waited. */
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

/** Tries at an item, as its owner sees them. */
export interface WrongAttempts {
  count: number;
  lastAt: string | null;
  heldUntil: string | null;
}

/** Tries as an owner finds them, and whether there were any. */
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
  return { ...row, wrongAttempts: tried ? await wrongAttemptsAt(db, row.id) : NO_ATTEMPTS };
}

const NO_ATTEMPTS: WrongAttempts = { count: 0, lastAt: null, heldUntil: null };

/** The tries at an item. */
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
