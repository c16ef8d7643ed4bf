import { once } from 'node:events';
import { connect } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Message } from './message.ts';
import type { Sender, SmtpSettings } from './settings.ts';

/** Result of a submission. `code` is safe to log: no address, no text of the server. */
type SendResult = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; code: string };

interface TransportLimits {
  connectTimeoutMs: number;
  totalTimeoutMs: number;
}

export class SmtpTransport {
  readonly #settings: SmtpSettings;
  readonly #sender: Sender;

  constructor(settings: SmtpSettings, sender: Sender) {
    this.#settings = settings;
    this.#sender = sender;
  }

  /** Sends a mail. SMTP errors are in the result; aborting `signal` cuts the connection. */
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

  async verify(timeoutMs: number): Promise<string | undefined> {
    const limits = { connectTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
    const { signal } = new AbortController();
    const error = await this.#use(limits, signal, (transport) => transport.verify());
    return error && (failureOf(error) as { code: string }).code;
  }

  /** Runs work on a connection of its own. @returns its error, if any */
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

/** Only a refused recipient or message is permanent: the operator can fix a refused password or sender. */
function failureOf({ name, code = name, responseCode, command }: SmtpError): SendResult {
  const concernsMail = ['EENVELOPE', 'EMESSAGE'].includes(code) && command !== 'MAIL FROM';
  const refused = concernsMail && responseCode !== undefined && responseCode >= 500;
  const details = [code, command, responseCode].filter((part) => part !== undefined);
  return { outcome: refused ? 'refused' : 'failed', code: details.join(' ') };
}
