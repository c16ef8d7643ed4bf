import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../support/browser/engine.ts';
import { firefox } from '../support/browser/firefox.ts';
import { webkit } from '../support/browser/webkit.ts';
import { Tempshare } from '@tempshare/sdk';
import { linkToken, newAccount, PASSWORD } from '../support/panel/person.ts';
import { sharedServers } from '../support/server/servers.ts';
import { setStage } from './stage.ts';

const { owner, secret, share } = await setStage();
const bytes = randomBytes(1_000_000);
const sum = createHash('sha256').update(bytes).digest('hex');

describe.each(Object.entries({ 'Firefox ESR': firefox, WebKitGTK: webkit }))(
  'in %s',
  (_, { missing, open }) => {
    let home: string;
    let one: Engine;
    beforeAll(async () => {
      if (missing) return;
      home = await mkdtemp(join(tmpdir(), 'tempshare-engine-'));
      one = await open(home);
    });
    afterAll(async () => {
      if (missing) return;
      await one.close();
      await rm(home, { recursive: true, force: true });
    });
    beforeEach(({ skip }) => {
      if (missing) skip(`${missing} is not installed`);
    });

    /** Waits for a text on the page; nothing may have gone wrong until then. */
    async function reads(text: string): Promise<void> {
      await expect.poll(() => one.text()).toContain(text);
      expect(await one.errors()).toEqual([]);
    }

    it('a secret is opened by its password', async () => {
      await one.goto(await secret('pferd 🐎', { password: 'azalea' }));
      await one.type('input', 'azalea');
      await one.click('Open and destroy');
      await one.click('Show');
      await reads('pferd 🐎');
    });

    it('a text is shown', async () => {
      await one.goto(await share({ type: 'text', text: 'hello\nworld' }));
      await one.click('Show the text');
      await reads('hello\nworld');
    });

    it('a link shows where it leads', async () => {
      const targetUrl = 'https://a.example/there';
      await one.goto(await share({ type: 'url', targetUrl }));
      await one.click('Show where it leads');
      await reads(targetUrl);
    });

    it('diagnostics are shown without what was masked', async () => {
      await one.goto((await owner.debugShares.create({ logs: 'ERROR password=hunter22' })).shareUrl);
      await one.click('Show the diagnostics');
      await reads('[masked:password]');
      expect(await one.text()).not.toContain('hunter22');
    });

    it.each(['server', 'e2e'] as const)(
      'a file that is sealed by %s comes with every byte',
      async (encryption) => {
        await one.goto(await share({ type: 'file', file: bytes, fileName: 'plan.bin', encryption }));
        await one.click('Download');
        await reads(sum);
      },
    );

    it('two files are sent behind a PIN', async () => {
      const { requestId, requestUrl, pin } = await owner.requests.create({ title: 'Papers' });
      const paths = ['one.txt', 'two.txt'].map((name) => join(home, name));
      for (const path of paths) await writeFile(path, path);
      await one.goto(requestUrl);
      await one.type('input[inputmode=numeric]', pin);
      await one.upload(paths);
      await one.click('Send 2 files');
      await reads('2 files have arrived');
      const { files } = await owner.requests.get(requestId);
      expect(files.map(({ fileName }) => fileName).sort()).toEqual(['one.txt', 'two.txt']);
    });

    it('a message is left in an inbox', async () => {
      const { dropId, dropUrl } = await owner.drops.create({ label: 'Hints' });
      await one.goto(dropUrl);
      await one.type('textarea', 'look in the cellar');
      await one.click('Send');
      await reads('It has arrived');
      const { items } = await owner.drops.items.list(dropId);
      expect(items.map(({ message }) => message)).toEqual(['look in the cellar']);
    });

    it('an owner sets the server up and makes a key with two scopes, which a program can use within them', async () => {
      const { processes, database } = await sharedServers();
      const [{ url, baseUrl }] = processes;
      const accountId = await newAccount({ database });
      const token = await linkToken({ database }, { purpose: 'set-up', accountId });
      await one.goto(`${url}/set-up?token=${token}`);
      await one.type('input[name=email]', `${randomBytes(8).toString('hex')}@example.com`);
      await one.type('input[name=name]', 'Ada Lovelace');
      await one.type('input[type=password]', PASSWORD);
      await one.click('Create owner account');
      await reads('Send something');
      await one.goto(`${url}/developers/keys`);
      await one.type('input[name=name]', 'ci-deploy');
      await one.click('Read only');
      await one.tick('input[value="webhook:read"]');
      await one.click('Create key');
      await reads('SERVICE_API_KEY=');
      const apiKey = /svc_sk_live_\w+/.exec(await one.text())![0];
      const program = new Tempshare({ apiKey, baseUrl });
      expect((await program.key.get()).scopes).toEqual(['transfer:read', 'request:read']);
      await expect(program.transfers.list()).resolves.toBeDefined();
      await expect(program.secrets.create({ secret: 'x' })).rejects.toMatchObject({
        status: 403,
        code: 'insufficient_scope',
      });
    });

    it('what an inbox that was created by page received is downloaded all at once', async () => {
      const { processes, database } = await sharedServers();
      const [{ url }] = processes;
      const accountId = await newAccount({ database });
      const token = await linkToken({ database }, { purpose: 'invitation', accountId, role: 'member' });
      await one.goto(`${url}/join?token=${token}`);
      await one.type('input[name=email]', `${randomBytes(8).toString('hex')}@example.com`);
      await one.type('input[name=name]', 'Grace Hopper');
      await one.type('input[type=password]', PASSWORD);
      await one.click('Join');
      await reads('Send something');
      await one.goto(`${url}/new/inbox`);
      await one.type('input[name=label]', 'Hints');
      await one.click('Create inbox');
      await reads('Your link is ready');
      const [link, id] = /http\S+\/drop\/(\w{22})/.exec(await one.text())!;
      const paths = ['one.txt', 'two.txt'].map((name) => join(home, name));
      for (const path of paths) await writeFile(path, path);
      await one.goto(link);
      await one.type('textarea', 'look in the cellar');
      await one.upload(paths);
      await one.click('Send');
      await reads('It has arrived');
      await one.goto(`${url}/shared/${id}`);
      await reads('look in the cellar');
      await one.click('Download all');
      await reads('Look in your browser’s downloads.');
    });

    it('people talk in a room', async () => {
      const { roomUrl } = await owner.rooms.create({ name: 'War room' });
      const room = await owner.rooms.open(roomUrl);
      await one.goto(roomUrl);
      await one.click('Enter the room');
      await one.type('textarea', 'hello');
      await one.click('Send');
      await reads('hello');
      await room.post({ author: 'Ada', text: 'hello to you' });
      await reads('hello to you');
    });
  },
);
