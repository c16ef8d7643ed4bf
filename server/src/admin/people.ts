import { recordAudit } from '../features/accounts/audit.ts';
import { defaultAccount } from '../features/accounts/api-key.ts';
import { insertAccount } from '../features/accounts/store.ts';
import { createLink } from '../features/users/link.ts';
import { prefixedId } from '../crypto/tokens.ts';
import { createSetUpLink } from '../features/users/set-up.ts';
import { Links } from '../domain/links.ts';
import { needed, UsageError, type Command } from './command.ts';

/** Accounts of people who sign in. */
export const peopleCommands: Record<string, Command> = {
  'set-up-link': {
    usage: '',
    async run({ config, database }) {
      const links = new Links(config.APP_URL ?? `http://localhost:${config.PORT}`);
      const link = await database.transaction(async (trx) => {
        const accountId = await defaultAccount(trx);
        const url = await createSetUpLink(trx, accountId, { links });
        if (url !== undefined)
          await recordAudit(trx, { action: 'set-up-link', target: accountId, details: {} });
        return url;
      });
      if (link === undefined)
        throw new UsageError('This server already has an owner, who can invite others.');
      return link;
    },
  },

  'accounts create': {
    usage: '--name <name>',
    async run({ config, database }, { name }) {
      const links = new Links(config.APP_URL ?? `http://localhost:${config.PORT}`);
      const called = needed(name, 'accounts create needs --name.');
      return database.transaction(async (trx) => {
        const accountId = prefixedId('acc');
        await insertAccount(trx, { id: accountId, name: called });
        await recordAudit(trx, { action: 'accounts create', target: accountId, details: { name: called } });
        const { token } = await createLink(trx, { purpose: 'invitation', accountId, role: 'owner' });
        return links.toPage('join', token);
      });
    },
  },
};
