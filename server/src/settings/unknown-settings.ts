import { distance as editDistance } from 'fastest-levenshtein';
import { documentedVariables } from '../config.ts';

const NAMES = documentedVariables.flatMap(({ name }) => [name, `${name}_FILE`]);
const firstWord = (name: string): string => name.split('_', 1)[0]!;
/** First words shared by several settings, such as `S3`. */
const PREFIXES = new Set(
  [...Map.groupBy(documentedVariables, ({ name }) => firstWord(name))].flatMap(([word, { length }]) =>
    length > 1 ? [word] : [],
  ),
);
/** Service addresses that Kubernetes sets, whose names may begin like a setting. */
const SERVICE_LINK = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?)$/;

/** Alternative spellings of words in settings. */
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

interface UnknownSetting {
  name: string;
  likely?: string;
}

/**
 * Finds environment variables that resemble a setting: misspelt, abbreviated (`DB_URL`), or with the first word of several
 * settings. They may belong to another program, so they are no error.
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

/** Maximum edit distance. Short names resemble too many others. */
const mostSlips = (name: string): number => (name.length < 6 ? 0 : name.length < 10 ? 1 : 2);
