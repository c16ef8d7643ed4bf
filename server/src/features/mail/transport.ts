import { once } from 'node:events';
import { connect } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Message } from './message.ts';
import type { Sender, SmtpSettings } from './settings.ts';

/** Result of handing a mail in. `code` is safe to log: it has no address and no text of the server. */
export type SendResult = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; code: string };

export interface TransportLimits {
  connectTimeoutMs: number;
  /** From the first connection to the last response. */
  totalTimeoutMs: number;
}

/** Hands mails in at the operator's SMTP server, one connection each. */
export class SmtpTransport {
  readonly #settings: SmtpSettings;
  readonly #sender: Sender;

  constructor(settings: SmtpSettings, sender: Sender) {
    this.#settings = settings;
    this.#sender = sender;
  }

  /** Never rejects for what the SMTP server does. Aborting `signal` cuts the connection. */
  async send(
    { id, to, subject, text, html, language, stop }: Message,
    limits: TransportLimits,
    signal: AbortSignal,
  ): Promise<SendResult> {
    const error = await this.#use(limits, signal, (transport) =>
      transport.sendMail({
        from: this.#sender,
        to: { name: '', address: to },
        ...{ subject, text, html },
        messageId: `<${id}@${this.#sender.address.split('@')[1]!}>`,
        headers: {
          ...{ 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          // RFC 8058
          ...(stop !== undefined && {
            'List-Unsubscribe': `<${stop}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      }),
    );
    return error === undefined ? { outcome: 'sent' } : failureOf(error);
  }

  /** Signs in as for a mail, and sends none. @returns undefined, or a code of what went wrong */
  async verify(timeoutMs: number): Promise<string | undefined> {
    const limits = { connectTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
    const { signal } = new AbortController();
    const error = await this.#use(limits, signal, (transport) => transport.verify());
    return error && (failureOf(error) as { code: string }).code;
  }

  /** Uses one connection. @returns the error with which that ended, if it did */
  async #use(
    { connectTimeoutMs, totalTimeoutMs }: TransportLimits,
    signal: AbortSignal,
    work: (transport: Transporter) => Promise<unknown>,
  ): Promise<SmtpError | undefined> {
    const { createTransport } = await import('nodemailer');
    const { host, port, tls, user, password } = this.#settings;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]);
    const socket = connect({ host, port });
    // Nodemailer listens for errors only once it has the socket.
    socket.on('error', () => undefined);
    const cut = (): void => void socket.destroy();
    limit.addEventListener('abort', cut, { once: true });
    try {
      await once(socket, 'connect', {
        signal: AbortSignal.any([limit, AbortSignal.timeout(connectTimeoutMs)]),
      });
      const transport = createTransport({
        ...{
          host,
          port,
          secure: tls === 'implicit',
          requireTLS: tls === 'starttls',
          ignoreTLS: tls === 'off',
        },
        ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
        ...{
          connectionTimeout: connectTimeoutMs,
          greetingTimeout: totalTimeoutMs,
          socketTimeout: totalTimeoutMs,
        },
        ...{ disableFileAccess: true, disableUrlAccess: true, maxResponseSize: 65_536 },
        getSocket: (_options, callback) => callback(null, { connection: socket }),
      });
      await work(transport);
      return undefined;
    } catch (error) {
      socket.destroy();
      return error as SmtpError;
    } finally {
      limit.removeEventListener('abort', cut);
    }
  }
}

interface SmtpError {
  name: string;
  code?: string;
  responseCode?: number;
  command?: string;
}

/**
 * A permanent refusal of the recipient or the message. A refused password or sender is the operator's to mend: the mail waits.
 */
function failureOf({ name, code = name, responseCode, command }: SmtpError): SendResult {
  const concernsMail = ['EENVELOPE', 'EMESSAGE'].includes(code) && command !== 'MAIL FROM';
  const refused = concernsMail && responseCode !== undefined && responseCode >= 500;
  const details = [code, command, responseCode].filter((part) => part !== undefined);
  return { outcome: refused ? 'refused' : 'failed', code: details.join(' ') };
}
