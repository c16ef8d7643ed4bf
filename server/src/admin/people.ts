import { recordAudit } from '../features/accounts/audit.ts';
import { defaultAccount } from '../features/accounts/api-key.ts';
import { createSetUpLink } from '../features/users/set-up.ts';
import { Links } from '../domain/links.ts';
import { UsageError, type Command } from './command.ts';

/** Accounts of people who sign in. */
export const peopleCommands: Record<string, Command> = {
  'set-up-link': {
    usage: '',
    async run({ config, database }) {
      const links = new Links(config.APP_URL ?? `http://localhost:${config.PORT}`);
      const link = await database.transaction(async (trx) => {
        const accountId = await defaultAccount(trx);
        const url = await createSetUpLink(trx, accountId, (token) => links.toPage('set-up', token));
        if (url !== undefined)
          await recordAudit(trx, { action: 'set-up-link', target: accountId, details: {} });
        return url;
      });
      if (link === undefined)
        throw new UsageError('This server already has an owner, who can invite others.');
      return link;
    },
  },
};
