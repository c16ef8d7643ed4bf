import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** A browser with one page. */
export interface OpenedChromium {
  page: Page;
  close(): Promise<void>;
}

/**
 * Opens a page of a web server in Chromium. The browser is unpacked into a directory of its own: in the usual one a test
 * would start what another one is still writing, or what a killed run has left half done.
 */
export async function openChromium(address: string): Promise<OpenedChromium> {
  const [{ default: chromium }, playwright] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  const directory = await mkdtemp(join(tmpdir(), 'tempshare-chromium-'));
  const opened: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    const browser = await playwright.chromium.launch({
      executablePath: await unpackedIn(directory, () => chromium.executablePath()),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      timeout: 0,
    });
    opened.push(() => browser.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address, { waitUntil: 'load' });
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
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

/** The browser itself, unpacked into a directory. */
export async function chromiumIn(directory: string): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium');
  return unpackedIn(directory, () => chromium.executablePath());
}

/** The package unpacks into the directory for temporary files. */
async function unpackedIn(directory: string, unpack: () => Promise<string>): Promise<string> {
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  try {
    return await unpack();
  } finally {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  }
}
