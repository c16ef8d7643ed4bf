import { ignore } from '../internal/ignore.ts';
import { takeOwnership, isNodeStream } from './single-use.ts';

/** Closes the file if the work fails. Its errors are listened to from the moment of the call. */
export async function consume<F, T>(given: F, work: (file: F) => Promise<T>): Promise<T> {
  if (isNodeStream(given)) given.on('error', ignore);
  return consumeListenedTo(given, work);
}

export async function consumeListenedTo<F, T>(given: F, work: (file: F) => Promise<T>): Promise<T> {
  const { file, close, release } = takeOwnership(given);
  try {
    const result = await work(file);
    release();
    return result;
  } catch (error) {
    close();
    throw error;
  }
}
