/** Settles what revoked keys have shared, in a process of its own that a test kills. */
import { readConfig } from '../../../server/src/config.ts';
import { createDatabase, databaseConnection } from '../../../server/src/deps.ts';
import { settleKeys } from '../../../server/src/items/settlement.ts';

const config = readConfig(process.env);
const database = createDatabase(config, databaseConnection(config));
console.log('started');
await settleKeys(database);
await database.close();
