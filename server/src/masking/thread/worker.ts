/** Worker thread that masks texts round-robin. */
import { parentPort, workerData } from 'node:worker_threads';
import { maskInPieces, type Masking } from '@tempshare/masking';
import { RoundRobin, type Outcome } from './round-robin.ts';

export type ToWorker = { id: number; texts: string[] } | { drop: number };
export interface FromWorker {
  id: number;
  outcome: Outcome<Masking[]>;
  worked: number;
}
/** Task id of the current slice or 0, and number of slices. The waiting thread reads it even while this one is busy. */
export interface WorkerBeat {
  beat: Int32Array;
}

/** CPU budget of a task: many times the hardest text on a slow machine. */
const budgetOf = (texts: readonly string[]): number =>
  2_000 + 0.015 * texts.reduce((sum, { length }) => sum + length, 0);

async function* maskAll(texts: readonly string[]): AsyncGenerator<undefined, Masking[]> {
  const maskings: Masking[] = [];
  for (const text of texts) maskings.push(yield* maskInPieces(text));
  return maskings;
}

const { beat } = workerData as WorkerBeat;
const tasks = new RoundRobin<Masking[]>(
  (id, outcome, worked) => parentPort?.postMessage({ id, outcome, worked } satisfies FromWorker),
  (id) => {
    Atomics.store(beat, 0, id);
    Atomics.add(beat, 1, 1);
  },
);

parentPort?.on('message', (message: ToWorker) => {
  if ('drop' in message) tasks.drop(message.drop);
  else tasks.add({ id: message.id, pieces: maskAll(message.texts), budget: budgetOf(message.texts) });
});
