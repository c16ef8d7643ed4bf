import type { APIPromise, Count } from '../core/api-promise.ts';
import type { Prepared } from '../e2e/item.ts';
import type { Parts, SealOptions, UploadOptions } from '../e2e/resources.ts';
import type { RoomOptions } from '../rooms/room.ts';
import { TempshareError } from '../core/tempshare-error.ts';
import { handOver, IGNORE, isNodeStream, type HandedOver, type NodeStream } from './single-use.ts';

type OfCall = SealOptions & UploadOptions & RoomOptions;

/** Does with a file what a call does, and closes it if that fails. Its errors are heard from the moment of the call. */
export async function consume<F, T>(given: F, work: (file: F) => Promise<T>): Promise<T> {
  if (isNodeStream(given)) given.on('error', IGNORE);
  const handed = handOver(given);
  const result = await closing(handed, () => work(handed.file));
  handed.release();
  return result;
}

/** The same for a call that is prepared first, whose body may hold a file; somebody listens to that already. */
export async function begin<S, B, O, W, A>(
  seal: S,
  prepare: (seal: S, body: B, parts: Parts, options: O) => Promise<Prepared<W, A>>,
  send: (wire: W, options: O) => APIPromise<A>,
  both: Promise<[B, O]>,
  parts: Parts,
): Promise<{ call: APIPromise<A>; finish: (answer: A, count: Count) => Promise<A> }> {
  const [body, options] = await both.catch(unreadable);
  const { file } = Object(body) as { file?: unknown };
  if (!isNodeStream(file)) (file as Partial<NodeStream> | undefined)?.off?.('error', IGNORE);
  const handed = handOver(file);
  return closing(handed, async () => {
    const ready = handed.file === file ? body : { ...body, file: handed.file };
    const { wire, finish } = await prepare(seal, ready, parts, options);
    // What sealing and uploading take is not of the call.
    const { linkKey: _, password: __, onProgress: ___, ...sent } = Object(options) as OfCall;
    const { idempotencyKey: given } = sent;
    const key = given ?? crypto.randomUUID();
    const call = send(wire, { ...sent, idempotencyKey: key } as O);
    call.catch(() => handed.close());
    const repeated = async () => given !== undefined || isRepeated(call, key);
    const finished = async (answer: A, count: Count) => {
      const result = await closing(handed, () => finish(answer, repeated, count));
      handed.release();
      return result;
    };
    return { call, finish: finished };
  });
}

/** A getter that fails, bytes that were transferred to somebody else. */
function unreadable(cause: unknown): never {
  throw new TempshareError('what the call was given cannot be read; nothing was sent', { cause });
}

/**
 * Whether a success may be the answer to an earlier call: the service says so, or the key that was sent is not the one
 * made up for this call, but one from the headers of the call or of the client.
 */
export async function isRepeated(call: APIPromise<unknown>, key?: string): Promise<boolean> {
  const { response, idempotencyKey } = await call.withResponse();
  return (key !== undefined && idempotencyKey !== key) || response.headers.has('idempotency-replayed');
}

async function closing<F, T>({ close }: HandedOver<F>, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    close();
    throw error;
  }
}
