import { readAddress, readSender, readSmtpUrl } from '../features/mail/settings.ts';
import { missingFor, optional, text, type Values } from './variable.ts';

/** Mails of the panel. */
export const mailVariables = {
  SMTP_URL: optional(
    readSmtpUrl,
    'The SMTP server that takes the mails of the panel ([accounts.md](accounts.md)): `smtps://user:password@mail.example`, or `smtp://` for STARTTLS, which is required but for localhost and with `?tls=off`. Without it no mail is sent.',
  ),
  SMTP_USER: optional(text, 'The user there, in place of the one in `SMTP_URL`.'),
  SMTP_PASSWORD: optional(text, 'The password there, in place of the one in `SMTP_URL`.'),
  MAIL_FROM: optional(
    readSender,
    'The sender of mails: `share@example.com` or `Tempshare <share@example.com>`. Needed with `SMTP_URL`.',
  ),
  ADMIN_EMAIL: optional(
    readAddress,
    'The address that the first start mails the set-up link to, beside printing it. Needs `SMTP_URL`.',
  ),
};

export const mailProblems = (values: Values): string[] =>
  values.SMTP_URL === undefined
    ? missingFor(values, 'SMTP_URL', ['SMTP_USER', 'SMTP_PASSWORD', 'MAIL_FROM', 'ADMIN_EMAIL'])
    : missingFor(values, 'MAIL_FROM', ['SMTP_URL']);
