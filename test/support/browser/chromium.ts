/** Chromium, one for all files of a process, steered over the DevTools protocol. Run as a program, this unpacks it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../server/server-process.ts';

/** A browser with one page. */
export interface OpenedChromium {
  page: Page;
  close(): Promise<void>;
}

/** Opens a page of a web server in a Chromium of its own. */
export async function openChromium(address: string): Promise<OpenedChromium> {
  const browser = await launchChromium();
  const close = (): Promise<void> => browser.close();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address, { waitUntil: 'load' });
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

let shared: Promise<Browser> | undefined;

/** Returns the Chromium of this process, which all files share: a test opens a context of its own. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

async function launchChromium(): Promise<Browser> {
  const playwright = await import('playwright-core');
  return playwright.chromium.launch({
    executablePath: await unpackedChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 0,
  });
}

/** Opens a page in Chromium for as long as `work` takes. */
export async function inChromium<Result>(
  address: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const chromium = await openChromium(address);
  try {
    return await work(chromium.page);
  } finally {
    await chromium.close();
  }
}

const CACHE = join(ROOT, 'node_modules/.cache');

/**
 * The browser itself, which takes seconds to unpack: once for each version. It is unpacked beside its place and
 * renamed, so that nobody starts what another one is still writing, or what a killed run has left half done.
 */
export async function unpackedChromium(): Promise<string> {
  const require = createRequire(import.meta.url);
  const manifest = join(dirname(require.resolve('@sparticuz/chromium')), '../package.json');
  const { version } = require(manifest) as { version: string };
  const place = join(CACHE, `chromium-${version}`);
  const executable = join(place, 'chromium');
  if (existsSync(executable)) return executable;
  await mkdir(CACHE, { recursive: true });
  const workshop = await mkdtemp(join(CACHE, 'chromium-new-'));
  await unpackInto(workshop);
  await rename(workshop, place).catch(async (error: NodeJS.ErrnoException) => {
    await rm(workshop, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return executable;
}

const UNPACK = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";

/** The package unpacks into the directory for temporary files: of a process of its own, since here others use theirs. */
async function unpackInto(directory: string): Promise<void> {
  const env = { ...process.env, TMPDIR: directory };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], { cwd: ROOT, env });
}

if (import.meta.main) await unpackedChromium();
