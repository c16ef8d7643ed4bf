/** One of the processes of a server: the parent starts it, hands connections to it, and says when to stop. */
import { runWorker } from './run-worker.ts';

await runWorker(process.env);
