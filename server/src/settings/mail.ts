import { readAddress, readSender, readSmtpUrl } from '../features/mail/settings.ts';
import { missingFor, optional, text, type Values } from './variable.ts';

/** Mails of the panel. */
export const mailVariables = {
  SMTP_URL: optional(
    readSmtpUrl,
    'SMTP server for mails of the panel ([accounts.md](accounts.md)): `smtps://user:password@mail.example`, or `smtp://` for STARTTLS, which is required except for localhost and with `?tls=off`. Without it no mail is sent.',
  ),
  SMTP_USER: optional(text, 'SMTP user, instead of the one in `SMTP_URL`.'),
  SMTP_PASSWORD: optional(text, 'SMTP password, instead of the one in `SMTP_URL`.'),
  MAIL_FROM: optional(
    readSender,
    'Sender of mails: `share@example.com` or `Tempshare <share@example.com>`. Required with `SMTP_URL`.',
  ),
  ADMIN_EMAIL: optional(
    readAddress,
    'Address that the first start mails the set-up link to, besides printing it. Requires `SMTP_URL`.',
  ),
};

export const mailProblems = (values: Values): string[] =>
  values.SMTP_URL === undefined
    ? missingFor(values, 'SMTP_URL', ['SMTP_USER', 'SMTP_PASSWORD', 'MAIL_FROM', 'ADMIN_EMAIL'])
    : missingFor(values, 'MAIL_FROM', ['SMTP_URL']);
