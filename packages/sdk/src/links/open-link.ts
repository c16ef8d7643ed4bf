import { refusePassword } from '../sealing/access.ts';
import { PublicResource } from '../gen/resources.ts';
import { enterAsGuest } from '../rooms/enter.ts';
import type { Room } from '../rooms/room.ts';
import { openDrop, type OpenedDrop } from './drop.ts';
import { openRequest, type OpenedRequest } from './request.ts';
import { openSecret } from './secret.ts';
import { serviceOf, type OpenOptions } from './service.ts';
import { openShare, type OpenedShare } from './share.ts';

/** What was behind a link, discriminated by `kind`. */
export type OpenedLink =
  | { kind: 'secret'; secret: string }
  | OpenedShare
  | { kind: 'room'; room: Room }
  | OpenedRequest
  | OpenedDrop;

/**
 * Opens any link of a service, without an API key, as its recipient does: a secret, text, link or debug share gives
 * its content, a file its bytes when they are asked for, a room, request or inbox a handle to take part. Opening a
 * one-time item consumes it.
 *
 * @example
 * const opened = await openLink('https://share.example/en/secret/…#…', { password });
 * if (opened.kind === 'secret') console.log(opened.secret);
 *
 * @throws LinkError when the link cannot be opened as it is: nothing was consumed then
 * @throws NotFoundError when nothing is there any more; PermissionDeniedError when the password is wrong or, beside one,
 *   the link was damaged, which consumes nothing
 * @throws EnvelopeError when the content does not open with the link's key
 */
export async function openLink(link: string | URL, options: OpenOptions = {}): Promise<OpenedLink> {
  const { parsed, context } = serviceOf(link, options);
  const service = new PublicResource(context);
  switch (parsed.kind) {
    case 'secret':
      return openSecret(service, parsed, options);
    case 'share':
      return openShare(context, service, parsed, options);
    case 'room':
      return { kind: 'room', room: await enterAsGuest(context, parsed, roomOptions(options)) };
    case 'request':
      refusePassword(options.password);
      return openRequest(context, service, parsed, options);
    case 'drop':
      refusePassword(options.password);
      return openDrop(context, service, parsed, options);
  }
}

const roomOptions = ({ password, signal, timeout, maxRetries, maxRetryAfter }: OpenOptions) => ({
  password,
  signal,
  timeout,
  maxRetries,
  maxRetryAfter,
});
