import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackedChromium } from '../support/browser/chromium.ts';

const WEB = join(import.meta.dirname, '../../packages/web');
const SDK = join(import.meta.dirname, '../../packages/sdk');
const CONTRACT = join(import.meta.dirname, '../../packages/contract');

const changed = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Unpacks the browser, which each process would do for itself, and builds the pages. */
export default async function setup(): Promise<void> {
  await Promise.all([unpackedChromium(), buildPages()]);
}

/** Builds the pages that are tested, if what they are made of has changed since they were built. */
async function buildPages(): Promise<void> {
  const sources = [WEB, SDK, CONTRACT].flatMap((folder) =>
    globSync('{src,locales,build}/**/*', { cwd: folder }).map((file) => join(folder, file)),
  );
  if (changed(join(WEB, 'dist/pages.json')) > Math.max(...sources.map(changed))) return;
  await promisify(execFile)(process.execPath, [join(WEB, 'build/main.ts')]);
}
