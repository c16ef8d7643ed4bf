/**
 * The application in a process of its own that starts quickly, to be killed again and again: the contract is not
 * compiled, so callers must send whole and valid bodies. The environment is that of a server.
 */
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config.ts';
import {
  createDatabase,
  createDeps,
  createKeyring,
  createNotifications,
  createServer,
} from '../../../server/src/deps.ts';
import { createLogger } from '../../../server/src/runtime/logger.ts';

const config = readConfig(process.env);
const connection = { connectionString: config.DATABASE_URL };
const log = createLogger(config);
const database = createDatabase(config, connection);
const notifications = createNotifications(connection, { database, log });
const keyring = await createKeyring(config, database);
const validator = { request: () => Promise.resolve(), response: () => Promise.resolve() };
const parts = { database, notifications, keyring, validator, appUrl: 'http://localhost', log };
const server = createServer(config, createApp(createDeps(config, parts)));
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
// Nothing outlives the test that started it.
process.stdin.resume().on('end', () => process.exit());
