import type en from '../locales/en.json';
import type panel from '../locales/panel/en.json';

/** A sentence of the pages. */
export type Key = keyof typeof en | keyof typeof panel;

/** A sentence, or its forms by number. */
export type Sentence = string | Partial<Record<Intl.LDMLPluralRule, string>>;

/** The sentences of one language; a page carries those it may need. */
export type Messages = Partial<Record<Key, Sentence>>;

/** A language that the pages are written in. */
export interface Language {
  code: string;
  name: string;
  dir: 'ltr' | 'rtl';
}

/** A file of the site, with what it must hash to (Subresource Integrity). */
export interface Asset {
  href: string;
  integrity: string;
}

/** Data of a shell about itself and the other pages. */
export interface Site {
  /** The path that the address of the service has, if any. */
  base: string;
  language: Language;
  messages: Messages;
  /** Every language, with where its messages are and what they hash to. */
  languages: (Language & Asset)[];
  /** Parts loaded on demand, by name. */
  parts: Record<string, Asset>;
}

let current: Pick<Site, 'language' | 'messages'>;

/** Chooses the language of all that is rendered from now on. */
export function speak(site: Pick<Site, 'language' | 'messages'>): void {
  current = site;
  document.documentElement.lang = site.language.code;
  document.documentElement.dir = site.language.dir;
}

/** The language that is spoken. */
export const locale = (): string => current.language.code;

/** A value within a sentence. Text of strangers is set apart, so that they cannot turn what is around it; names are made visible before. */
export interface Values {
  count?: number;
  /** Are ours, and stand as they are. */
  when?: string;
  size?: string;
  [stranger: string]: string | number | undefined;
}

const OURS = new Set(['when', 'loaded', 'total', 'size', 'count']);

/** A sentence in the language of the page. */
export function t(key: Key, values: Values = {}): string {
  const sentence = current.messages[key] ?? key;
  const form =
    typeof sentence === 'string'
      ? sentence
      : (sentence[new Intl.PluralRules(locale()).select(values.count ?? 0)] ?? sentence.other ?? key);
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    if (typeof value === 'number') return new Intl.NumberFormat(locale()).format(value);
    return OURS.has(name) ? value : `\u2068${value}\u2069`;
  });
}

/** "in 23 hours": rounded so that nobody comes too late to what ends, nor too early after a wait. */
export function whenIs(ms: number, what: 'end' | 'wait' = 'end'): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'always' });
  const round = what === 'end' ? Math.floor : Math.ceil;
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 100) return format.format(seconds, 'second');
  if (seconds < 100 * 60) return format.format(round(seconds / 60), 'minute');
  if (seconds < 48 * 3600) return format.format(round(seconds / 3600), 'hour');
  return format.format(round(seconds / 86_400), 'day');
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size, as people read it. */
export function size(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[unit] as string,
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit === 0 ? 0 : 1,
  }).format(bytes / 1000 ** unit);
}
