/** Installs the runtimes and tools of `test/packaging`. Packages that were installed from the same lock file stay. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with packages of their own. Those of Next.js 14 need another React than the rest. */
const FOLDERS = [import.meta.dirname, join(import.meta.dirname, 'next-14')];

function install(folder: string): boolean {
  const lock = join(folder, 'package-lock.json');
  const installed = join(folder, 'node_modules/.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lock, 'utf8')) return true;
  const options = { cwd: folder, stdio: 'inherit' } as const;
  if (spawnSync('npm', ['ci', '--no-audit', '--no-fund'], options).status !== 0) return false;
  copyFileSync(lock, installed);
  return true;
}

process.exitCode = FOLDERS.every(install) ? 0 : 1;
