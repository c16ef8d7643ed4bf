/** A mail worker in a process of its own, which can be killed. Its environment is that of a server on the database. */
import type { MailLimits } from '../../../server/src/features/mail/worker.ts';
import { startMailWorker } from './mail-worker.ts';

startMailWorker(
  process.env as Record<string, string>,
  JSON.parse(process.argv[2] ?? '{}') as Partial<MailLimits>,
);
// Nothing outlives the test that started it.
process.stdin.resume().on('end', () => process.exit());
console.log('ready');
