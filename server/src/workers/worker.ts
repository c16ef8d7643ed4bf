/** One of the processes of a server: the parent starts it, hands connections to it, and says when to stop. */
import { keepCompiled } from '../runtime/compile-cache.ts';

keepCompiled();
const { runWorker } = await import('./run-worker.ts');
await runWorker(process.env);
