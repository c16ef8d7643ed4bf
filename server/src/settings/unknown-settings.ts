import { distance as editDistance } from 'fastest-levenshtein';
import { documentedVariables } from '../config.ts';

const NAMES = documentedVariables.flatMap(({ name }) => [name, `${name}_FILE`]);
const firstWord = (name: string): string => name.split('_', 1)[0]!;
/** First words that several settings share, such as `S3`. */
const PREFIXES = new Set(
  [...Map.groupBy(documentedVariables, ({ name }) => firstWord(name))].flatMap(([word, { length }]) =>
    length > 1 ? [word] : [],
  ),
);
/** Variables by which Kubernetes tells the addresses of services, which may be called as our settings begin. */
const SERVICE_LINK = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?)$/;

/** Words that settings spell otherwise. */
const SPELLINGS: Record<string, string> = {
  DB: 'DATABASE',
  LVL: 'LEVEL',
  URI: 'URL',
  DIRECTORY: 'DIR',
  MAXIMUM: 'MAX',
  MINIMUM: 'MIN',
};
const respelt = (name: string): string =>
  name
    .split('_')
    .map((word) => SPELLINGS[word] ?? word)
    .join('_');

export interface UnknownSetting {
  name: string;
  /** The setting that is likely meant. */
  likely?: string;
}

/**
 * Returns the environment variables that are no setting and look like one: spelt almost like it, abbreviated
 * (`DB_URL`), or beginning as several do. They may be another program's, so they are no error.
 */
export function unknownSettings(environment: Record<string, string | undefined>): UnknownSetting[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value || NAMES.includes(name) || SERVICE_LINK.test(name)) return [];
    const [nearest] = NAMES.map((known) => ({
      known,
      distance: Math.min(
        ...[name.toUpperCase(), respelt(name.toUpperCase())].map((spelling) => editDistance(spelling, known)),
      ),
    })).toSorted((one, other) => one.distance - other.distance);
    if (nearest!.distance <= mostSlips(nearest!.known)) return [{ name, likely: nearest!.known }];
    return name.includes('_') && PREFIXES.has(firstWord(name)) ? [{ name }] : [];
  });
}

/** Number of letters of a name that may be wrong, missing or extra. Short names are too much like others. */
const mostSlips = (name: string): number => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2);
