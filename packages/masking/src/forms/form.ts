/** A credential that is known by its form, wherever it stands. */
export interface TokenForm {
  kind: string;
  /** Prefixes, separated by spaces; after `before`, a text within the token. ASCII, case-sensitive. */
  prefixes: string;
  /** Rest of the token. */
  rest: RegExp;
  /** Part of the token before the prefix. */
  before?: RegExp;
  /** The public rule set that has the form. They were read on 22 November 2026. */
  source?: string;
}

/** Betterleaks' catalogue of rules, the successor of gitleaks'. */
export const BETTERLEAKS = 'betterleaks';

/** The rules of Kingfisher (also those it shares with Titus), and of OSV-SCALIBR's Veles, which it takes in. */
export const KINGFISHER = 'Kingfisher';
export const VELES = 'Veles';

/** A published list of TruffleHog's detectors. */
export const TRUFFLEHOG = 'TruffleHog';

export const NOSEY_PARKER = 'Nosey Parker';

/** GitHub lists names without forms. */
export const LISTED = 'listed by GitHub';

/** Not compared with a public rule set. */
export const KNOWN = 'known form';

/** A row for each entry: prefixes and what follows. */
export const rows = (kind: string, list: Record<string, RegExp>, source?: string): TokenForm[] =>
  Object.entries(list).map(([prefixes, rest]) => ({ kind, prefixes, rest, ...(source && { source }) }));

/** A form that is known by what it holds, not by how it begins: the parts of a token in their order. */
export const inside = (
  kind: string,
  [before, prefixes, rest]: [before: RegExp, prefixes: string, rest: RegExp],
  source?: string,
): TokenForm => ({ kind, prefixes, rest, before, ...(source && { source }) });

export const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';

/** Runs of letters and digits in which names do not come: both cases and a digit within `length` characters. */
export const mixed = (alphabet: string, length: number): string =>
  ['0-9', 'A-Z', 'a-z'].map((part) => `(?=${alphabet}{0,${length - 1}}[${part}])`).join('') +
  `${alphabet}{${length}}(?![\\w-])`;
