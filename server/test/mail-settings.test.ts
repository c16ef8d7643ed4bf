import { readMailWords, shippedLocales } from '@tempshare/web/site';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';
import { MAIL_KINDS } from '../src/features/mail/mail.ts';
import { MessageWriter } from '../src/features/mail/message.ts';
import { readSender, readSmtpUrl } from '../src/features/mail/settings.ts';

describe('SMTP_URL', () => {
  it.each([
    [
      'smtps://a%40b:p%2Fw@mail.example',
      { host: 'mail.example', port: 465, tls: 'implicit', user: 'a@b', password: 'p/w' },
    ],
    ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'starttls' }],
    ['smtp://mail.example:25?tls=off', { host: 'mail.example', port: 25, tls: 'off' }],
    ['smtp://localhost:1025', { host: 'localhost', port: 1025, tls: 'off' }],
    ['smtp://127.0.0.1', { host: '127.0.0.1', port: 587, tls: 'off' }],
    ['smtp://[::1]:25', { host: '::1', port: 25, tls: 'off' }],
    ['smtp://localhost?tls=required', { host: 'localhost', port: 587, tls: 'starttls' }],
    ['smtp://127.0.0.1.example', { host: '127.0.0.1.example', port: 587, tls: 'starttls' }],
  ])('%s', (url, settings) => {
    expect(readSmtpUrl(url)).toEqual(settings);
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtps://mail.example?tls=off',
    'smtp://mail.example?tls=maybe',
    'smtp://mail.example?pool=true',
    'smtp://user:100%@mail.example',
  ])('refuses %s', (url) => {
    expect(() => readSmtpUrl(url)).toThrow(/^(must|may) have|^must be/);
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['share@example.com', { name: '', address: 'share@example.com' }],
    ['Tempshare <share@example.com>', { name: 'Tempshare', address: 'share@example.com' }],
    ['"Share, Inc." <share@example.com>', { name: 'Share, Inc.', address: 'share@example.com' }],
  ])('%s', (value, sender) => {
    expect(readSender(value)).toEqual(sender);
  });

  it.each(['share', 'a <share@example.com', 'share@example.com>', 'a\r\nBcc: b <c@example.com>', 'a@b, c@d'])(
    'refuses %j',
    (value) => {
      expect(() => readSender(value)).toThrow(/must be an address/);
    },
  );

  it('and other settings of mail need SMTP_URL, which needs it', () => {
    const refused = (env: Record<string, string>) => () => readConfig(env);
    expect(refused({ SMTP_URL: 'smtp://localhost' })).toThrow(
      new ConfigError(['MAIL_FROM is needed, since SMTP_URL is given.']),
    );
    for (const [name, value] of Object.entries({ MAIL_FROM: 'a@b', ADMIN_EMAIL: 'a@b', SMTP_PASSWORD: 'x' }))
      expect(refused({ [name]: value })).toThrow(
        new ConfigError([`SMTP_URL is needed, since ${name} is given.`]),
      );
  });
});

describe('a mail', () => {
  const words = new Map(shippedLocales().map((code) => [code, readMailWords(code)]));
  const writer = new MessageWriter(words, {
    defaultLocale: 'en',
    name: 'Tempshare',
    appUrl: 'https://share.example',
  });
  const values = { name: 'Ada', team: 'Engines', passkey: 'phone', endpoint: 'we_1', count: '3' };
  const times = { sent: '2026-11-27T14:00:00Z', at: '2026-11-27T14:03:00Z' };
  const mail = {
    to: 'a@example.com',
    values,
    url: 'https://share.example/x#token=1',
    until: '2026-11-27T15:00:00Z',
  };

  it.each(MAIL_KINDS.flatMap((kind) => shippedLocales().map((locale) => [kind, locale] as const)))(
    '%s in %s is complete, without anything that is fetched',
    (kind, locale) => {
      const hasLink = ['set-up', 'invitation', 'reset', 'email', 'endpoint-disabled'].includes(kind);
      const { url, until, ...rest } = mail;
      const isNotice = /^(item|notices)-/.test(kind);
      const stop = 'https://share.example/stop-notices?token=1';
      const { subject, text, html, language } = writer.write('mail_1', {
        ...rest,
        ...(hasLink && { url }),
        ...(isNotice && { item: 'secret', times, stop }),
        ...(hasLink && kind !== 'endpoint-disabled' && { until }),
        kind,
        locale,
      });
      expect(language).toBe(locale);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
      expect(text.includes(url)).toBe(hasLink);
      expect(html.includes(`href="${url}"`)).toBe(hasLink);
      for (const part of [text, html]) expect(part.includes(stop)).toBe(isNotice);
      expect(html).not.toMatch(/<img|<link|<script|src=|url\(/i);
      expect(html).not.toMatch(/[^-]color:#(?!ffffff)/);
    },
  );

  it('is in the language of a region, or else in the default one', () => {
    const languageOf = (locale: string | null) =>
      writer.write('mail_1', { ...mail, kind: 'reset', locale }).language;
    expect(['de-AT', 'xx', null, 'pt-BR'].map(languageOf)).toEqual(['de', 'en', 'en', 'pt']);
  });
});
