/** WebKitGTK of Debian: its MiniBrowser on a virtual display, driven by plain calls of WebDriver. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { quietPort } from '../network/quiet-port.ts';
import { buttonPath, type Engine, type Installation } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/Xvfb';
const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

const missing =
  binary === undefined || !existsSync(DRIVER) ? 'webkit2gtk-driver' : existsSync(DISPLAY) ? '' : 'xvfb';

export const webkit: Installation = { ...(missing ? { missing } : {}), open: openWebKit };

/** Records errors from now on: WebDriver has no log. A page that fails earlier does not come so far. */
const RECORD = `
  const errors = (globalThis.recorded = []);
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => errors.push(violatedDirective));
  const { error } = console;
  console.error = (...words) => (errors.push(words.join(' ')), error(...words));`;

async function openWebKit(home: string): Promise<Engine> {
  const screen = ['-displayfd', '1', '-screen', '0', '1200x1000x24', '-nolisten', 'tcp'];
  const display = spawn(DISPLAY, screen, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = (await once(display.stdout, 'data')) as [Buffer];
  const port = await quietPort();
  const env = { ...process.env, HOME: home, DISPLAY: `:${String(number).trim()}` };
  const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });

  async function call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const options = { binary, args: ['--automation'] };
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': options, unhandledPromptBehavior: 'accept' },
  };
  const { sessionId } = await soon(() => call<{ sessionId: string }>('POST', '/session', { capabilities }));
  const session = `/session/${sessionId}`;
  const run = <Value>(script: string) => call<Value>('POST', `${session}/execute/sync`, { script, args: [] });
  /** Acts on an element, once it is there and lets itself be acted on. */
  const act = (using: 'css selector' | 'xpath', value: string, action: string, body: object) =>
    soon(async () => {
      const [id] = Object.values(await call<object>('POST', `${session}/element`, { using, value }));
      await call('POST', `${session}/element/${id}/${action}`, body);
    });

  return {
    async goto(url) {
      await call('POST', `${session}/url`, { url });
      await run(RECORD);
    },
    click: (button) => act('xpath', buttonPath(button), 'click', {}),
    tick: (field) => act('css selector', field, 'click', {}),
    type: (field, text) => act('css selector', field, 'value', { text }),
    upload: (paths) => act('css selector', 'input[type=file]', 'value', { text: paths.join('\n') }),
    text: () => run('return document.body.innerText'),
    errors: () => run('return recorded.splice(0)'),
    async close() {
      await call('DELETE', session);
      await Promise.all([driver, display].map(end));
    },
  };
}

/** Tries again until it succeeds, for 20 seconds. */
async function soon<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 200) throw error;
      await setTimeout(100);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  const over = once(child, 'exit');
  child.kill();
  await over;
}
