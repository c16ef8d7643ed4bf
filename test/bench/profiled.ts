/**
 * Loaded before the server by `profile.ts`: SIGUSR2 begins to sample what the process does, and the next one writes it into
 * the folder that PROFILES names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';

let session: Session | undefined;
let count = 0;

async function toggle(): Promise<void> {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 250 });
    await session.post('Profiler.start');
    return;
  }
  const stopped = session;
  session = undefined;
  const { profile } = await stopped.post('Profiler.stop');
  stopped.disconnect();
  const path = join(process.env.PROFILES as string, `${process.pid}-${count++}`);
  writeFileSync(path, JSON.stringify(profile));
  renameSync(path, `${path}.cpuprofile`);
}
process.on('SIGUSR2', () => void toggle());
