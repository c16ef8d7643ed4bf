/** Makes mails of notices in a process of its own that a test kills. */
import { readConfig } from '../../../server/src/config.ts';
import { ItemVault } from '../../../server/src/crypto/item-vault.ts';
import { Keyring } from '../../../server/src/crypto/keyring.ts';
import { PasswordKdf } from '../../../server/src/crypto/password.ts';
import { createDatabase, databaseConnection } from '../../../server/src/deps.ts';
import { Links } from '../../../server/src/domain/links.ts';
import { MailQueue } from '../../../server/src/features/mail/mail.ts';
import { sendNotices } from '../../../server/src/features/notices/notice.ts';

const config = readConfig(process.env);
const database = createDatabase(config, databaseConnection(config));
const mails = new MailQueue(new ItemVault(new Keyring(config.ENCRYPTION_KEYS ?? []), new PasswordKdf()));
console.log('started');
await sendNotices(database, { mails, links: new Links(config.APP_URL!) });
await database.close();
