/** An SMTP server that keeps what it is handed, byte for byte. */
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they arrived. */
  raw: Buffer;
}

export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Called for each mail before it is accepted. May throw an error with `responseCode`, or wait. */
  onMail: (mail: ReceivedMail) => void | Promise<void> = () => undefined;
  readonly #server: SMTPServer;
  url = '';

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 10,
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const mail = { from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(pieces) };
          void (async () => this.onMail(mail))().then(
            () => {
              this.received.push(mail);
              done();
            },
            (error: Error) => done(error),
          );
        });
      },
      ...options,
    });
    this.#server.on('error', () => undefined);
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Resolves with the mails to an address once there are `count`. */
  async waitFor(to: string, count = 1): Promise<ReceivedMail[]> {
    for (;;) {
      const mails = this.received.filter((mail) => mail.to.includes(to));
      if (mails.length >= count) return mails;
      await delay(10);
    }
  }
}

/** A header line of a mail, unfolded. */
export const headerOf = ({ raw }: ReceivedMail, name: string): string | undefined => {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n', 1);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
};

/** The text of a part of a mail, decoded. */
export function partOf({ raw }: ReceivedMail, type: 'text/plain' | 'text/html'): string {
  const text = raw.toString('latin1');
  const [, boundary] = /boundary="([^"]+)"/.exec(text) ?? [];
  const part = text.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return Buffer.from(content, 'latin1').toString();
  const joined = content.replaceAll(/=\r\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** The token of the one-time link of a mail. */
export const tokenIn = (mail: ReceivedMail): string =>
  /#token=(\w{43})/.exec(partOf(mail, 'text/plain'))?.[1] ?? '';
