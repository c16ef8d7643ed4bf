import type { MailWords } from '@tempshare/web/site';
import type { Mail, MailKind } from './mail.ts';

export interface Message {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  language: string;
  /** One-click unsubscribe URL. */
  stop?: string | undefined;
}

const IGNORABLE: ReadonlySet<MailKind> = new Set(['reset', 'email', 'invitation']);
const NOTICES: ReadonlySet<MailKind> = new Set([
  'password-changed',
  'second-factor-off',
  'passkey-added',
  'email-changed',
]);
const RTL: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);
/** Control characters, line separators and bidirectional marks. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

const SMALL = 'font-size:14px;opacity:.75';

/** Writes mails in the recipient's language, as plain text and HTML without pictures. */
export class MessageWriter {
  readonly #words: ReadonlyMap<string, MailWords>;
  readonly #defaultLocale: string;
  readonly #site: { name: string; appUrl: string };

  constructor(
    words: ReadonlyMap<string, MailWords>,
    { defaultLocale, name, appUrl }: { defaultLocale: string; name: string; appUrl: string },
  ) {
    this.#words = words;
    this.#defaultLocale = defaultLocale;
    this.#site = { name: plain(name), appUrl };
  }

  write(id: string, { kind, to, locale, values = {}, url, until, item, times = {}, stop }: Mail): Message {
    const language = this.#languageOf(locale);
    const words = this.#words.get(language)!;
    const filled = {
      ...values,
      ...Object.fromEntries(Object.entries(times).map(([name, iso]) => [name, moment(iso, language)])),
      ...(item !== undefined && { item: words[`item.${item}`]! }),
      site: this.#site.name,
      when: until === undefined ? '' : moment(until, language),
    };
    const say = (key: string): string => fill(words[key]!, filled);
    const button = url !== undefined && say(`${kind}.button`);
    const notes = [
      ...(until === undefined ? [] : [say('until')]),
      ...(IGNORABLE.has(kind) ? [say(`${kind}.ignore`)] : []),
      ...(NOTICES.has(kind) ? [say('not-you')] : []),
    ];
    const from = `${say('from')} (${this.#site.appUrl})`;
    const subject = say(`${kind}.subject`);
    const text = [
      say(`${kind}.text`),
      ...(button === false ? [] : [`${button}:\n${url}`]),
      ...notes,
      ...(stop === undefined ? [] : [`${say('stop.reason')}\n${say('stop')}: ${stop}`]),
      `-- \n${from}`,
    ].join('\n\n');
    const html = [
      `<!doctype html><html lang="${language}" dir="${RTL.has(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">`,
      `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
      `<meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title></head>`,
      `<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">`,
      `<div style="max-width:32em;margin:0 auto">`,
      paragraph(say(`${kind}.text`)),
      ...(button === false ? [] : linkIn(button, url, say('fallback'))),
      ...notes.map((note) => paragraph(note)),
      paragraph(from, `${SMALL};margin-top:32px`),
      ...(stop === undefined ? [] : [stopIn(say('stop.reason'), say('stop'), stop)]),
      `</div></body></html>`,
    ].join('\n');
    return { id, to, subject, text: `${text}\n`, html, language, stop };
  }

  #languageOf(locale: string | null): string {
    const [base = ''] = (locale ?? '').split('-');
    return [locale ?? '', base].find((code) => this.#words.has(code)) ?? this.#defaultLocale;
  }
}

const plain = (text: string): string => text.replaceAll(UNSAFE, ' ').trim();

const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => plain(values[name] ?? place));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);

const paragraph = (text: string, style = ''): string =>
  `<p dir="auto"${style && ` style="${style}"`}>${escape(text)}</p>`;

const linkIn = (button: string, url: string, fallback: string): string[] => [
  `<p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d5c4d;color:#ffffff;text-decoration:none;font-weight:600">${escape(button)}</a></p>`,
  `<p style="${SMALL}">${escape(fallback)}<br><a href="${escape(url)}" dir="ltr" style="word-break:break-all">${escape(url)}</a></p>`,
];

const stopIn = (reason: string, text: string, url: string): string =>
  `<p style="${SMALL}">${escape(reason)} <a href="${escape(url)}" style="color:inherit">${escape(text)}</a></p>`;

const moment = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso)) + ' UTC';
