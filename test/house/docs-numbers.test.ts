import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaults, lifetimes, limits, webhookRules } from '@tempshare/contract';
import { accountLifetimes, accountLimits } from '@tempshare/contract/account';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');
const count = (number: number): string => number.toLocaleString('en');
const hours = (seconds: number): string => `${seconds / 3600} hours`;
const days = (seconds: number): string => `${seconds / 86_400} days`;
const minutes = (seconds: number): string => `${seconds / 60} minutes`;

const gap = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;

/** Numbers of the contract that documents repeat, and the form they have there. */
const STATEMENTS: [file: string, ...statements: string[]][] = [
  ['docs/quick-start.md', `at most ${limits.fileBytes / 2 ** 20} MiB each`],
  [
    'openapi/openapi.yaml',
    `${limits.rateLimit.key} requests per minute and API key`,
    `${limits.rateLimit.anonymous} per minute and IP`,
  ],
  [
    'openapi/parameters.yaml',
    `Kept for ${hours(lifetimes.idempotencyKey)} per API key`,
    `had again: for ${minutes(lifetimes.readerKey)}`,
  ],
  ...['openapi/paths/requests.yaml', 'openapi/paths/rooms.yaml'].map((file): [string, ...string[]] => [
    file,
    `has ${limits.rateLimit.session} a minute of its own`,
    `ends after ${minutes(lifetimes.session)}`,
    `at most ${limits.sessions} sessions at a time`,
  ]),
  [
    'openapi/schemas/transfers.yaml',
    `At most ${count(limits.textLength)} characters`,
    `at most ${count(limits.targetUrlLength)} characters`,
  ],
  [
    'docs/accounts.md',
    `At most ${accountLimits.noticesPerDay} a day.`,
    `which works for ${days(accountLifetimes.noticeLink)}`,
  ],
  ['openapi/schemas/secrets.yaml', `At most ${count(limits.secretLength)} characters`],
  [
    'openapi/schemas/rooms.yaml',
    `at most ${count(limits.messageLength)} characters`,
    `at most ${limits.authorLength} characters`,
  ],
  [
    'openapi/schemas/shared.yaml',
    `at most ${limits.fileBytes / 2 ** 20} MiB`,
    `at most ${count(limits.fileBytes)} bytes, or ${count(limits.sealedFileBytes)} end-to-end encrypted`,
    `at most ${count(limits.sealedFileBytes)}.`,
    `From one network ${limits.wrongAttempts.perNetwork} are taken in ${minutes(limits.wrongAttempts.seconds)}`,
    `\`itemsLeft\` is never shown above ${limits.itemsLeftShown} and \`bytesLeft\` never above ${count(limits.fileBytes)}`,
    `Counted up to ${count(limits.totalCounted)}`,
  ],
  ['openapi/schemas/webhooks.yaml', `after ${hours(webhookRules.failing.seconds)} of nothing but failures`],
  [
    'docs/encryption.md',
    `\`rounds\` is ${count(defaults.kdfIterations)} for a new password`,
    `a whole number from ${count(limits.kdfIterationsLeast)} to ${count(limits.kdfIterationsMost)}`,
  ],
  [
    'docs/errors.md',
    `more than ${count(limits.json.members)} members`,
    `nesting deeper than ${limits.json.depth}`,
    `for ${hours(lifetimes.idempotencyKey)} the same key`,
  ],
  [
    'docs/limits.md',
    `${days(lifetimes.requestFilesAfterClose)} after closing`,
    `events, webhook deliveries and their attempts | ${days(lifetimes.listedAfterEnd)} `,
    `else with ${limits.fileBytes / 2 ** 20} MiB`,
  ],
  [
    'docs/troubleshooting.md',
    `stays in lists for ${days(lifetimes.listedAfterEnd)}`,
    `stays for ${hours(lifetimes.idempotencyKey)}`,
  ],
  [
    'docs/security.md',
    `(NFKC form, ${count(defaults.kdfIterations)} rounds`,
    `has ${limits.wrongAttempts.perNetwork} wrong ones for each item in ${minutes(limits.wrongAttempts.seconds)}`,
    `stays for ${days(lifetimes.listedAfterEnd)}`,
    `the ${limits.rateLimit.anonymous} a minute`,
  ],
  [
    'docs/webhooks.md',
    `at most ${limits.webhookEndpoints} endpoints`,
    `${hours(webhookRules.failing.seconds)} of nothing but failures`,
    `are kept for ${days(lifetimes.listedAfterEnd)}`,
    webhookRules.attemptsAfterSeconds.slice(1).map(gap).join(', '),
    `There are ${['nine', 'ten', 'eleven'][webhookRules.attemptsAfterSeconds.length - 9]} attempts`,
  ],
  [
    'packages/mcp/README.md',
    `${count(limits.secretLength)} bytes of UTF-8`,
    `at most ${count(limits.passwordLength)} characters`,
    `a file ${count(limits.fileBytes)} bytes`,
    `for ${days(lifetimes.listedAfterEnd)}`,
  ],
  [
    'packages/sdk/src/sealing/inputs.ts',
    `1 to ${count(limits.passwordLength)} characters`,
    `${count(limits.kdfIterationsLeast)} to ${count(limits.kdfIterationsMost)}; default ${count(defaults.kdfIterations)}`,
    `at most ${count(limits.secretLength)} bytes of UTF-8 sealed end-to-end, else ${count(limits.secretLength)} characters`,
    `At most ${count(limits.textLength)} bytes of UTF-8 sealed end-to-end, else ${count(limits.textLength)} characters`,
    `at most ${count(limits.targetUrlLength)} bytes of UTF-8 sealed end-to-end, else ${count(limits.targetUrlLength)}`,
    `At most ${limits.fileBytes / 2 ** 20} MiB (${count(limits.fileBytes)} bytes)`,
  ],
  [
    'packages/sdk/src/envelope/keys.ts',
    `${count(limits.kdfIterationsLeast)} to ${count(limits.kdfIterationsMost)}; default ${count(defaults.kdfIterations)}`,
  ],
  ...['look', 'service'].map((file): [string, ...string[]] => [
    `packages/sdk/src/links/${file}.ts`,
    `at most ${limits.authorLength} characters`,
  ]),
  [
    'packages/sdk/README.md',
    `${count(limits.secretLength)} for a secret, ${count(limits.textLength)} for a text`,
    `At most ${limits.fileBytes / 2 ** 20} MiB (${count(limits.fileBytes)} bytes)`,
    `remembers a key for ${hours(lifetimes.idempotencyKey)}`,
  ],
];

it.each(STATEMENTS)('%s says the numbers of the contract', (file, ...statements) => {
  const written = text(file);
  expect(statements.filter((statement) => !written.includes(statement))).toEqual([]);
});
