import type { BackupSchedule } from '../storage/backup/schedule.ts';
import type { JobDeps, Step } from '../domain/module.ts';
import type { FeatureDeps } from '../features/feature.ts';
import { sendNotices } from '../features/notices/notice.ts';
import type { Recurring } from '../jobs/jobs.ts';
import { indexLabels } from '../items/label-indexes.ts';
import { guardedItems, modules } from '../modules.ts';
import { settleKeys } from '../items/settlement.ts';

/**
 * Recurring jobs of the servers, each run by one server at a time. Reads decide by the clock whether an item still
 * exists; the sweep wipes ended items and writes their events, at most a minute later.
 */
export function recurringJobs({
  database,
  blobs,
  vault,
  mails,
  links,
  backups,
}: JobDeps & Pick<FeatureDeps, 'mails' | 'links'> & { backups?: BackupSchedule | undefined }): Recurring[] {
  const deps = { database, blobs, vault, guardedItems };
  const stepsOf = (kind: 'sweep' | 'wipe' | 'cleanUp'): Recurring['steps'] =>
    modules.flatMap((module) => module[kind] ?? []).map((step: Step) => () => step(deps));
  return [
    { name: 'sweep', everySeconds: 10, steps: stepsOf('sweep') },
    { name: 'wipe', everySeconds: 10, steps: stepsOf('wipe') },
    ...(mails
      ? [{ name: 'notices', everySeconds: 10, steps: [() => sendNotices(database, { mails, links })] }]
      : []),
    ...(backups ? [{ name: 'backup', everySeconds: 60, steps: [() => backups.runIfDue()] }] : []),
    { name: 'settle', everySeconds: 10, steps: [() => settleKeys(database)] },
    {
      name: 'clean-up',
      everySeconds: 300,
      steps: [...stepsOf('cleanUp'), () => indexLabels(database, vault)],
    },
  ];
}
