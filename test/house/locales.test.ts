import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedLocales } from '@tempshare/web/site';
import { markdown, section } from '../support/docs/readme-blocks.ts';
import en from '../../packages/web/locales/en.json' with { type: 'json' };
import demo from '../../packages/web/locales/demo/en.json' with { type: 'json' };
import mail from '../../packages/web/locales/mail/en.json' with { type: 'json' };
import panel from '../../packages/web/locales/panel/en.json' with { type: 'json' };
import { MAIL_KINDS } from '../../server/src/features/mail/mail.ts';

const ROOT = join(import.meta.dirname, '../..');
const WEB = join(ROOT, 'packages/web');

type Sentence = string | Record<string, string>;
const words = (folder: string, code: string): Record<string, Sentence> =>
  JSON.parse(readFileSync(join(WEB, 'locales', folder, `${code}.json`), 'utf8')) as Record<string, Sentence>;

const forms = (sentence: Sentence): string[] =>
  typeof sentence === 'string' ? [sentence] : Object.values(sentence);
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const sources = globSync('{packages/web/{src,build,demo},server/src/features/mail}/**/*.{ts,tsx}', {
  cwd: ROOT,
})
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');

/** Words that are the same in both languages. */
const SAME: Record<string, string[]> = {
  de: [
    'role.admin',
    'kind.text',
    'kind.url',
    'item.text',
    'item.url',
    'feature.webhook',
    'nav.webhooks',
    'hooks.is-test',
  ],
  fr: [
    'drop.message',
    'room.message',
    'room.messages',
    'nav.administration',
    'feature.secret',
    'keys.actions',
    'keys.test',
    'nav.quotas',
    'nav.webhooks',
    'hooks.description',
    'hooks.is-test',
    'kind.secret',
    'item.secret',
  ],
  it: [
    'field.password',
    'made.pin',
    'hooks.endpoint',
    'invite.link',
    'shared.link',
    'kind.url',
    'kind.file',
    'item.url',
    'item.file',
  ],
  nl: [
    'members.passkeys',
    'send.name',
    'kind.url',
    'item.url',
    'feature.webhook',
    'nav.webhooks',
    'hooks.endpoint',
    'hooks.is-test',
    'hooks.headers',
    'events.item',
  ],
  pl: ['role.admin', 'kind.url', 'item.url'],
  es: ['made.pin', 'nav.webhooks', 'hooks.endpoint', 'role.auditor'],
  pt: [
    'debug.logs',
    'field.email',
    'made.pin',
    'role.auditor',
    'nav.webhooks',
    'hooks.endpoint',
    'events.item',
    'invite.link',
    'shared.link',
    'kind.url',
    'item.url',
  ],
};

describe('the languages of the pages', () => {
  it('are there in more than one language', () => {
    expect(shippedLocales()).toEqual(expect.arrayContaining(['ar', 'de', 'en', 'ja']));
  });

  it('are in the languages that docs/pages.md names', () => {
    const named = new Intl.DisplayNames('en', { type: 'language' });
    for (const code of shippedLocales())
      expect(section(markdown('docs/pages.md'), 'Languages')).toMatch(new RegExp(`\\b${named.of(code)}\\b`));
  });
});

it('every kind of mail has a subject and a text', () => {
  const needed = MAIL_KINDS.flatMap((kind) => [`${kind}.subject`, `${kind}.text`]);
  expect(Object.keys(mail)).toEqual(expect.arrayContaining(needed));
});

describe.each([
  ['all pages', '.', en as Record<string, Sentence>],
  ['the panel', 'panel', panel as Record<string, Sentence>],
  ['mails', 'mail', mail as Record<string, Sentence>],
  ['the demo', 'demo', demo as Record<string, Sentence>],
])('the words of %s', (_, folder, english) => {
  const keys = Object.keys(english);

  it.each(keys)('use %s somewhere', (key) => {
    const [group] = key.split('.');
    const uses = [`'${key}'`, `\`${group}.\${`, ...(folder === 'mail' ? [`'${group}'`] : [])];
    expect(uses.some((use) => sources.includes(use))).toBe(true);
  });

  describe.each(shippedLocales())('in %s', (code) => {
    const translated = words(folder, code);

    it('are all there, and no others, in the same order', () => {
      expect(Object.keys(translated)).toEqual(keys);
    });

    it('keep what is filled in', () => {
      for (const key of keys) {
        const [expected] = forms(english[key] as Sentence).map(placeholders);
        for (const form of forms(translated[key] as Sentence))
          expect([key, placeholders(form)]).toEqual([key, expected]);
      }
    });

    it('have the forms that the language has for numbers', () => {
      const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted();
      for (const key of keys) {
        const sentence = translated[key] as Sentence;
        expect([key, typeof sentence]).toEqual([key, typeof english[key]]);
        if (typeof sentence !== 'string')
          expect([key, Object.keys(sentence).sort()]).toEqual([key, categories]);
      }
    });

    it.skipIf(code === 'en')('are translated', () => {
      const untranslated = keys.filter(
        (key) =>
          JSON.stringify(translated[key]) === JSON.stringify(english[key]) && !SAME[code]?.includes(key),
      );
      expect(untranslated).toEqual([]);
    });
  });
});

it('says that nothing was opened only where that is certain', () => {
  const claims = Object.entries(en).filter(([, text]) =>
    /nothing (has been|was) opened/i.test(JSON.stringify(text)),
  );
  expect(Object.fromEntries(claims.map(([key]) => [key, CERTAIN[key]]))).toEqual(CERTAIN);
});

const CERTAIN: Record<string, string> = {
  'later.said': 'who says so has not asked for it',
  'password.wrong':
    'the service refuses before it opens, and under a key that has opened it asks for no password',
  'partial.lead': 'nothing was sent, or the proof was refused',
  'cut.lead': 'nothing was sent',
  'mismatch.lead': 'nothing was sent',
  'limited.lead': 'no try before the refusal may have been carried out: else it is `away.lead`',
};
