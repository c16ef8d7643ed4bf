/**
 * `node test/bench/pages.ts`: how soon a page shows its first words, and how soon what it asks can be answered, in Chromium
 * at 1.6 Mbit/s, 150 ms of latency and a processor four times slower, with nothing in its cache; and how far anything
 * moved meanwhile. Figures are medians. PrivateBin's page, of PHP, is in no registry of packages that this project uses,
 * so that it is not measured beside them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tempshare } from '@tempshare/sdk';
import type { Browser } from 'playwright-core';
import { openChromium } from '../support/browser/chromium.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { save, type Measurement } from './measurements.ts';
import { median } from './statistics.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
/** Milliseconds. */
const BARS = { painted: 1_000, ready: 2_000, moved: 0 };

interface Measured {
  /** First contentful paint, in milliseconds from the start of the navigation. */
  painted: number;
  /** When the button of the page was there and could be pressed. */
  ready: number;
  /** The sum of layout shifts. */
  moved: number;
}

/** Notes in the page when its button comes, and what moves. */
const watch = (): void => {
  const noted = Object.assign(globalThis, { noted: { ready: 0, moved: 0 } }).noted;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries())
      noted.moved += (shift as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('button.main')) return;
    observer.disconnect();
    // Started work is done, and the page listens.
    setTimeout(() => (noted.ready = performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true });
};

async function measure(browser: Browser, link: string): Promise<Measured> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 760 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(link, { waitUntil: 'commit' });
  await page.waitForFunction(() => (globalThis as unknown as { noted: Measured }).noted.ready > 0);
  const measured = await page.evaluate(() => ({
    ...(globalThis as unknown as { noted: Measured }).noted,
    painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
  }));
  await context.close();
  return measured;
}

const dataDir = await mkdtemp(join(tmpdir(), 'tempshare-bench-'));
const server = await startServerProcess({
  DATA_DIR: dataDir,
  RATE_LIMIT_ANONYMOUS: '100000',
  LOG_LEVEL: 'error',
});
const chromium = await openChromium('about:blank');
try {
  const browser = chromium.page.context().browser()!;
  const owner = new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl });
  const links = {
    secret: (await owner.secrets.create({ secret: 'x' })).secretUrl,
    text: (await owner.transfers.create({ type: 'text', text: 'x' })).shareUrl,
    file: (await owner.transfers.create({ type: 'file', file: new Blob(['x']), fileName: 'a.pdf' })).shareUrl,
    request: (await owner.requests.create({ title: 'x' })).requestUrl,
    inbox: (await owner.drops.create({ label: 'x' })).dropUrl,
    room: (await owner.rooms.create({ name: 'x' })).roomUrl,
  };
  console.log(`1.6 Mbit/s, 150 ms, ${SLOWER}× slower processor; medians of ${ROUNDS}, in milliseconds\n`);
  console.log(`${''.padEnd(10)}${'painted'.padStart(9)}${'ready'.padStart(9)}${'moved'.padStart(9)}`);
  const measurements: Measurement[] = [];
  for (const [name, link] of Object.entries(links)) {
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(browser, link));
    const of = (what: keyof Measured): number => median(rounds.map((round) => round[what]));
    const [painted, ready, moved] = [of('painted'), of('ready'), of('moved')];
    console.log(
      `${name.padEnd(10)}${painted.toFixed(0).padStart(9)}${ready.toFixed(0).padStart(9)}${moved.toFixed(3).padStart(9)}`,
    );
    const page = { unit: 'ms', name: `page of a ${name}` };
    measurements.push(
      { ...page, name: `${page.name}: first words`, value: painted, goal: { atMost: BARS.painted } },
      { ...page, name: `${page.name}: can be used`, value: ready, goal: { atMost: BARS.ready } },
    );
    if (painted > BARS.painted || ready > BARS.ready || moved > BARS.moved) process.exitCode = 1;
  }
  save(measurements);
} finally {
  await chromium.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
