import type { APIPromise } from '../promise.ts';
import type { Prepared } from '../sealing/item.ts';
import type { Parts } from '../sealing/resources.ts';
import { handOver, IGNORE, isNodeStream, type HandedOver } from './read-once.ts';

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
  body: B,
  options: O,
  parts: Parts,
): Promise<{ call: APIPromise<A>; finish: (answer: A) => Promise<A> }> {
  const { file } = Object(body) as { file?: unknown };
  const handed = handOver(file);
  return closing(handed, async () => {
    const given = handed.file === file ? body : { ...body, file: handed.file };
    const { wire, finish } = await prepare(seal, given, parts, options);
    const call = send(wire, options);
    call.catch(() => handed.close());
    const finished = async (answer: A) => {
      const result = await closing(handed, () => finish(answer));
      handed.release();
      return result;
    };
    return { call, finish: finished };
  });
}

async function closing<F, T>({ close }: HandedOver<F>, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    close();
    throw error;
  }
}
