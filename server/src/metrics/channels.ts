/**
 * Measurements of the server's work. Without metrics nothing subscribes, and publishing costs nothing. They are
 * channels of `node:diagnostics_channel`, by the names below, so that a module of the operator's, loaded with `--import`, may subscribe, too.
 */
import { channel } from 'node:diagnostics_channel';

interface Told<Message extends object> {
  tell(message: Message): void;
  listen(listener: (message: Message) => void): void;
}

function told<Message extends object>(name: string): Told<Message> {
  const through = channel(name);
  return {
    tell: (message) => {
      if (through.hasSubscribers) through.publish(message);
    },
    listen: (listener) => through.subscribe((message) => listener(message as Message)),
  };
}

/** A request is over. `operation`: its id in the contract, undefined for pages and for paths that there are not. */
export const requestOver = told<{ operation: string | undefined; status: number; seconds: number }>(
  'tempshare.request',
);

/** An attempt to deliver a webhook is over. `outcome`: `delivered`, or why it was not, as the contract names it. */
export const deliveryAttempted = told<{ outcome: string; seconds: number }>('tempshare.delivery');

/** An attempt to send a mail is over. */
export const mailAttempted = told<{ outcome: 'sent' | 'postponed' | 'given_up' }>('tempshare.mail');

/** A recurring job is over. */
export const jobOver = told<{ job: string; failed: boolean; seconds: number }>('tempshare.job');

/** Texts were masked, or were not. */
export const maskingOver = told<{ failed: boolean; seconds: number }>('tempshare.masking');
