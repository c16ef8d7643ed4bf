/** A worker: the parent starts it, hands connections to it, and says when to stop. */
import { makeAllYoung } from '../runtime/young-generation.ts';

process.on('SIGUSR1', () => undefined);
makeAllYoung();
const { runWorker } = await import('./run-worker.ts');
await runWorker(process.env);
