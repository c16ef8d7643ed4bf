import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Opens a page of a web server in Chromium for as long as `work` takes. The browser is unpacked into a directory of its
 * own: in the usual one a test would start what another one is still writing, or what a killed run has left half done.
 */
export async function inChromium<Result>(
  address: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const [{ default: chromium }, playwright] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  const directory = await mkdtemp(join(tmpdir(), 'tempshare-chromium-'));
  try {
    const browser = await playwright.chromium.launch({
      executablePath: await unpackedIn(directory, () => chromium.executablePath()),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      timeout: 0,
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      await page.goto(address, { waitUntil: 'load' });
      return await work(page);
    } finally {
      await browser.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
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
