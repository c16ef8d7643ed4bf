/** The service below a path of a host, behind each proxy that docs/proxies.md has settings for. */
import { Tempshare } from '@tempshare/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietPort } from '../support/network/quiet-port.ts';
import { startApp, type TestApp } from '../support/server/app.ts';
import { isInstalled, PROXIES, startProxy, type Proxy } from '../support/server/documented-proxies.ts';
import { main, says, usePeople } from './stage.ts';

const person = usePeople();

describe.each(['nginx', 'caddy'] as const)('behind %s', (name) => {
  describe.skipIf(!isInstalled(name))(`(skipped without ${PROXIES[name]})`, () => {
    let app: TestApp;
    let proxy: Proxy;
    let home: string;

    beforeAll(async () => {
      const own = await quietPort();
      home = `http://127.0.0.1:${own}/share`;
      app = await startApp({ APP_URL: home, TRUST_PROXY: '1' });
      proxy = startProxy(name, { own, servers: [Number(new URL(app.url).port)] }, 'Under a path');
    });
    afterAll(async () => {
      await proxy.stop();
      await app.close();
    });

    it('a secret sent by the API is opened by its page, and the panel says what to do', async () => {
      const isReady = () =>
        fetch(`${home}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await Promise.race([expect.poll(isReady, { timeout: 30_000 }).toBe(true), proxy.ended]);
      const owner = new Tempshare({ apiKey: app.apiKey, baseUrl: `${home}/api/v1` });
      const { secretUrl } = await owner.secrets.create({ secret: 'hunter2' });
      expect(secretUrl.startsWith(`${home}/en/secret/`)).toBe(true);
      const reader = await person(secretUrl);
      await main(reader).getByText('Open and destroy').click();
      await says(reader, 'It has been deleted from the server.');

      const member = await person(`${home}/`);
      await member.page.getByRole('heading', { name: 'This server isn’t set up yet' }).waitFor();
      await member.page.goto(home);
      await member.page.getByRole('heading', { name: 'This server isn’t set up yet' }).waitFor();
      const addresses = [...reader.sent, ...member.sent].map((request) => request.split('\n')[0]!);
      expect(addresses.filter((address) => address !== home && !address.startsWith(`${home}/`))).toEqual([]);
    });
  });
});
