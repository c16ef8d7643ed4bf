/** Firefox ESR of Debian, driven by WebDriver BiDi. Nothing is downloaded. */
import { existsSync } from 'node:fs';
import { buttonPath, type Engine, type Installation } from './engine.ts';

const executablePath = '/usr/bin/firefox-esr';

export const firefox: Installation = {
  ...(existsSync(executablePath) ? {} : { missing: 'firefox-esr' }),
  open: openFirefox,
};

async function openFirefox(home: string): Promise<Engine> {
  const { launch } = await import('puppeteer-core');
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    env: { ...process.env, HOME: home },
    defaultViewport: { width: 1100, height: 900 },
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': home },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    goto: async (url) => void (await page.goto(url)),
    click: (button) => page.locator(`::-p-xpath(${buttonPath(button)})`).click(),
    tick: (field) => page.locator(field).click(),
    async type(field, text) {
      await page.waitForSelector(field);
      await page.type(field, text);
    },
    async upload(paths) {
      const field = await page.waitForSelector('input[type=file]');
      await (field as unknown as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(...paths);
    },
    text: () => page.evaluate(() => document.body.innerText),
    errors: () => Promise.resolve(errors.splice(0)),
    close: () => browser.close(),
  };
}
