import type { Room, SentFile } from '@tempshare/sdk/open';
import type { SendAll } from '../kit/files.tsx';

/** Sends files into a room, each by itself: a message of its own. */
export const sendOneByOne =
  (room: Room, author: string): SendAll =>
  async (files, { signal, onProgress }) => {
    const sent: SentFile[] = [];
    for (const [index, file] of files.entries()) {
      const send: SentFile['retry'] = (options) =>
        room.send(file as File, author === '' ? {} : { author }, options);
      const error: unknown = await send({
        signal,
        onProgress: (progress) => onProgress?.(progress, index),
      }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      sent.push({ id: undefined, error, retry: send });
    }
    return sent;
  };
