/**
 * A delivery worker in a process of its own, which can be killed. Its environment is that of a server on the database;
 * its argument, as JSON, what it keeps to.
 */
import type { WorkerLimits } from '../../../server/src/features/webhooks/sender/worker.ts';
import { startWorker } from './delivery-worker.ts';

const limits = JSON.parse(process.argv[2] as string) as Partial<WorkerLimits>;
startWorker(process.env as Record<string, string>, limits);
// Nothing outlives the test that started it.
process.stdin.resume().on('end', () => process.exit());
console.log('ready');
