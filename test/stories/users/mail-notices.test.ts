import { describe, expect, it, onTestFinished } from 'vitest';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { prefixedId } from '../../../server/src/crypto/tokens.ts';
import { MailQueue } from '../../../server/src/features/mail/mail.ts';
import { mailDisabledEndpoint } from '../../../server/src/features/users/mailed-links.ts';
import { disable } from '../../../server/src/features/webhooks/sender/outcome-store.ts';
import { openDatabase } from '../../../server/src/storage/postgres/database.ts';
import { headerOf, partOf } from '../../support/mail/mail-server.ts';
import { MailStage, NEW_PASSWORD } from '../../support/mail/mail-stage.ts';
import { join, newAccount, PASSWORD } from '../../support/panel/person.ts';

const stage = new MailStage();

describe('a notice', () => {
  it('tells of a changed password and of a removed second factor', async () => {
    stage.work();
    const person = await join(stage.app, 'member', stage.account);
    const body = { current: PASSWORD, password: NEW_PASSWORD };
    expect((await person.call('changePassword', { body })).status).toBe(204);
    const { user } = await person.session();
    const turnOn = () => stage.app.database.query('INSERT INTO second_factors (id) VALUES ($1)', [user.id]);
    await turnOn();
    expect((await person.call('removeSecondFactor')).status).toBe(204);
    const owner = await join(stage.app, 'owner', stage.account);
    await turnOn();
    await owner.call('removeMemberSecondFactor', { params: { id: user.id } });
    const subjects = (await stage.server.waitFor(person.email, 3)).map((mail) => headerOf(mail, 'Subject'));
    // Mails that wait at once are sent side by side.
    expect(subjects.toSorted()).toEqual([
      'Subject: Your password was changed',
      'Subject: Your second factor was turned off',
      'Subject: Your second factor was turned off',
    ]);
  });

  it('of a disabled webhook endpoint goes to the user of its key, else to the owners', async () => {
    stage.work();
    const team = await newAccount(stage.app);
    const [owner, member] = [await join(stage.app, 'owner', team), await join(stage.app, 'member', team)];
    const { user } = await member.session();
    const database = openDatabase({ connection: { connectionString: stage.env.DATABASE_URL! }, poolSize: 2 });
    onTestFinished(() => database.close());
    const keyring = new Keyring([Buffer.from(stage.env.ENCRYPTION_KEYS!, 'base64')]);
    const notify = mailDisabledEndpoint(
      new MailQueue(new ItemVault(keyring, new PasswordKdf())),
      stage.app.url,
    );
    const disabled = async (userId: string | null) => {
      const { id: key } = await stage.app.createKey();
      const endpointId = prefixedId('we');
      await stage.app.database.query('UPDATE api_keys SET user_id = $2, account_id = $3 WHERE id = $1', [
        key,
        userId,
        team,
      ]);
      await stage.app.database.query(
        `INSERT INTO webhook_endpoints (id, api_key_id, account_id, livemode, events, wrapped_key, secret, sealed_url, host, created_at)
         VALUES ($1, $2, $3, false, '{}', '', '', '', '', now())`,
        [endpointId, key, team],
      );
      const once = () => disable(database, { endpointId, reason: 'gone', notify });
      expect([await once(), await once()]).toEqual([true, false]);
      return endpointId;
    };
    const own = await disabled(user.id);
    const [mail] = await stage.server.waitFor(member.email);
    expect(partOf(mail!, 'text/plain')).toContain(`/developers/webhooks/${own}`);
    const orphaned = await disabled(prefixedId('user'));
    const [toOwner] = await stage.server.waitFor(owner.email);
    expect(partOf(toOwner!, 'text/plain')).toContain(orphaned);
    await stage.nothingWaits();
    expect(await stage.server.waitFor(member.email)).toHaveLength(1);
  });
});
