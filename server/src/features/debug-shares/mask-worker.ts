/** The thread that masks. One message is a text, its answer what is left of it or that masking failed. */
import { parentPort } from 'node:worker_threads';
import { mask } from './mask.ts';

parentPort?.on('message', (text: string) => {
  mask(text).then(
    (masking) => parentPort?.postMessage({ masking }),
    () => parentPort?.postMessage({}),
  );
});
