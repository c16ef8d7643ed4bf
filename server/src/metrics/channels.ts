/**
 * Measurements of the server's work, published on named channels of `node:diagnostics_channel`. Publishing without a
 * subscriber costs nothing. A module that an operator loads with `--import` may subscribe.
 */
import { channel } from 'node:diagnostics_channel';

interface Channel<Message extends object> {
  tell(message: Message): void;
  listen(listener: (message: Message) => void): void;
}

function channelOf<Message extends object>(name: string): Channel<Message> {
  const published = channel(name);
  return {
    tell: (message) => {
      if (published.hasSubscribers) published.publish(message);
    },
    listen: (listener) => published.subscribe((message) => listener(message as Message)),
  };
}

/** A request ended. `operation`: its id in the contract; undefined for pages and unknown paths. */
export const requestOver = channelOf<{ operation: string | undefined; status: number; seconds: number }>(
  'tempshare.request',
);

/** An attempt to deliver a webhook ended. `outcome`: `delivered`, or the contract's name of the failure. */
export const deliveryAttempted = channelOf<{ outcome: string; seconds: number }>('tempshare.delivery');

export const mailAttempted = channelOf<{ outcome: 'sent' | 'postponed' | 'given_up' }>('tempshare.mail');

export const jobOver = channelOf<{ job: string; failed: boolean; seconds: number }>('tempshare.job');

export const maskingOver = channelOf<{ failed: boolean; seconds: number }>('tempshare.masking');
