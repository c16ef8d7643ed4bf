import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns why tests that need root and these programs cannot run here, or false. */
export function lacking(programs: readonly string[]): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux';
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  return missing.length > 0 && `needs ${missing.join(', ')}`;
}
