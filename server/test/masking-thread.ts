/** A thread in place of the one that masks: it hangs, dies or answers as the text says. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerBeat } from '../src/masking/thread/worker.ts';

const { beat } = workerData as WorkerBeat;

parentPort?.on('message', (message: ToWorker) => {
  if ('drop' in message) return;
  const [text] = message.texts as [string];
  Atomics.store(beat, 0, message.id);
  Atomics.add(beat, 1, 1);
  if (text === 'hang') for (;;);
  if (text === 'exit') process.exit(1);
  if (text === 'throw') throw new Error(text);
  if (text === 'memory')
    for (const kept: number[][] = []; ;) kept.push(Array<number>(100_000).fill(kept.length));
  Atomics.store(beat, 0, 0);
  if (text === 'silent') return;
  const outcome =
    text === 'fail'
      ? ({ failure: 'failed' } as const)
      : { result: message.texts.map((text) => ({ text, masked: {} })) };
  parentPort?.postMessage({ id: message.id, outcome, worked: 1 } satisfies FromWorker);
});
