import { checkFields } from '../internal/check-call.ts';
import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { CallOptions, RequestOptions } from '../core/operation.ts';
import { lazySession, type UnderSession } from '../internal/session.ts';
import { must } from '../core/tempshare-error.ts';
import type { ParsedLink } from '../sealing/link.ts';
import {
  consumeAll,
  sendAll,
  theOnly,
  type Announce,
  type FileToSend,
  type SendAllOptions,
  type SentFile,
} from '../files/send-all.ts';
import type { FileSource } from '../files/source.ts';
import type { UploadOptions } from '../files/upload.ts';
import { PublicRequestsResource } from '../gen/resources.ts';
import type { FilesCreated, PublicUploadRequest, SenderLimits } from '../gen/types.gen.ts';
import { unsealed, type Look } from './look.ts';
import type { OpenOptions } from './service.ts';
import { only, peek, type Peeked } from './peek.ts';

/**
 * A request for files; takes them with its PIN. With the first file a session is started, whose limit of calls nobody
 * else behind the same address shares.
 */
export interface OpenedRequest {
  kind: 'request';
  title: string;
  state: string;
  expiresAt: string | null;
  /** How much it takes, as when the link was looked at. */
  limits: SenderLimits;
  send(
    file: FileSource,
    about: { pin: string; fileName?: string | undefined; mediaType?: string | undefined },
    options?: UploadOptions,
  ): Promise<{ id: string }>;
  /**
   * Sends several files, announced together: all of them or none. A file that then does not arrive says so by its
   * `error`, and can be sent again alone.
   *
   * @returns what became of each, in their order
   * @throws what the announcement fails with: no file was sent then
   */
  sendAll(
    files: readonly FileToSend[],
    about: { pin: string },
    options?: SendAllOptions,
  ): Promise<SentFile[]>;
  /** Says that everything has been sent, and closes the request. */
  finish(about: { pin: string }): Promise<void>;
}

/** Looks at the link of a request, as `peekSecret` does at a secret's. */
export const peekRequest = (link: string | URL, options?: OpenOptions): Promise<Peeked<OpenedRequest>> =>
  peek(only('request', lookAtRequest), link, options);

export async function lookAtRequest(
  context: Context,
  { id }: ParsedLink,
  { signal }: OpenOptions,
): Promise<Look<OpenedRequest>> {
  const found = await new PublicRequestsResource(context).get(id, { signal });
  const request = checkedResponse(found, 'title', 'state');
  const { expiresAt } = request;
  return {
    info: { ...unsealed, kind: 'request', expiresAt },
    open: () => requestHandle(context, id, request),
  };
}

interface Sending {
  given: { pin: string };
  options: SendAllOptions | undefined;
  more?: string[];
}

function requestHandle(
  context: Context,
  id: string,
  { title, state, expiresAt, limits }: PublicUploadRequest,
): OpenedRequest {
  const requests = new PublicRequestsResource(context);
  const underPin = pinSession(requests, id);
  const sendFiles = (call: string, files: readonly FileToSend[], { given, options, more = [] }: Sending) =>
    consumeAll(call, files, async (files) => {
      must(given, `${call} takes what is to be sent and, beside it, { pin }; nothing was sent`);
      checkFields(call, given, ['pin', ...more]);
      const announce: Announce = async (files, options) => {
        const create: WithPin<FilesCreated> = (by, sent) => requests.files.create(id, { ...by, files }, sent);
        return checkedResponse(await underPin(given.pin, create, options)).files;
      };
      return sendAll(context, files, { call, options, announce });
    });
  return {
    kind: 'request',
    title,
    state,
    expiresAt,
    limits,
    async send(file, given, options) {
      const { fileName, mediaType } = { ...given };
      const files = [{ file, fileName, mediaType }];
      return theOnly(await sendFiles('send', files, { given, options, more: ['fileName', 'mediaType'] }));
    },
    sendAll: (files, given, options) => sendFiles('sendAll', files, { given, options }),
    async finish(about) {
      must(about, 'finish takes { pin }; nothing was sent');
      checkFields('finish', about, ['pin']);
      await underPin(about.pin, (by, sent) => requests.finish(id, by, sent));
    },
  };
}

type WithPin<T> = (by: { pin?: string }, options: RequestOptions) => PromiseLike<T>;

/** Makes calls under the session that a PIN starts, or with the PIN itself where there is none to be had. */
function pinSession(requests: PublicRequestsResource, id: string) {
  let current: { pin: string; underSession: UnderSession } | undefined;
  return <T>(pin: string, call: WithPin<T>, options?: RequestOptions): Promise<T> => {
    if (current?.pin !== pin) {
      const start = (options: CallOptions) => requests.sessions.create(id, { pin }, options);
      current = { pin, underSession: lazySession(start) };
    }
    return current.underSession((sent, hasSession) => call(hasSession ? {} : { pin }, sent), options);
  };
}
