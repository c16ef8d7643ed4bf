import type { Config } from '../config.ts';
import { onCommandLine, recordAudit } from '../features/accounts/audit.ts';
import { defaultAccount } from '../features/accounts/api-key.ts';
import { insertAccount } from '../features/accounts/store.ts';
import { createLink } from '../features/users/link.ts';
import { createResetLink, turnSecondFactorOff } from '../features/users/reset.ts';
import { holdByEmail } from '../features/users/store.ts';
import { normalizeEmail } from '../features/users/user.ts';
import { prefixedId } from '../crypto/tokens.ts';
import { createSetUpLink } from '../features/users/mailed-links.ts';
import { Links } from '../domain/links.ts';
import { needed, UsageError, type Command } from './command.ts';

const linksOf = ({ APP_URL, PORT }: Config): Links => new Links(APP_URL ?? `http://localhost:${PORT}`);

/** Accounts of people who sign in. */
export const peopleCommands: Record<string, Command> = {
  'set-up-link': {
    usage: '',
    async run({ config, database }) {
      const links = linksOf(config);
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
      const links = linksOf(config);
      const called = needed(name, 'accounts create needs --name.');
      return database.transaction(async (trx) => {
        const accountId = prefixedId('acc');
        await insertAccount(trx, { id: accountId, name: called });
        await recordAudit(trx, { action: 'accounts create', target: accountId, details: { name: called } });
        const { token } = await createLink(trx, {
          purpose: 'invitation',
          account_id: accountId,
          role: 'owner',
        });
        return links.toPage('join', token);
      });
    },
  },

  'users reset-link': {
    usage: '<e-mail address> [--second-factor-off]',
    async run({ config, database }, { operands, 'second-factor-off': isFactorOff = false }) {
      const links = linksOf(config);
      const email = normalizeEmail(needed(operands[0], 'users reset-link needs an e-mail address.'));
      return database.transaction(async (trx) => {
        const user = await holdByEmail(trx, email);
        if (!user) throw new UsageError(`Nobody signs in with ${email}.`);
        const by = onCommandLine(user.account_id);
        // A link without a creator was mailed, and would confirm the address.
        const { url } = await createResetLink(trx, user, { createdBy: user.id, links });
        await recordAudit(trx, { action: 'create reset link', target: user.id, details: {} }, by);
        if (isFactorOff) {
          await turnSecondFactorOff(trx, user);
          const details = { name: user.name };
          await recordAudit(trx, { action: 'turn second factor off', target: user.id, details }, by);
        }
        return url;
      });
    },
  },
};
