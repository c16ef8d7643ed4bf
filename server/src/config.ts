import { readFileSync } from 'node:fs';
import { serverVariables } from './settings/server.ts';
import { databaseProblems, databaseVariables } from './settings/database.ts';
import { backupProblems, backupVariables } from './settings/backups.ts';
import { encryptionVariables } from './settings/encryption.ts';
import { s3Problems, s3Variables } from './settings/s3.ts';
import { limitVariables } from './settings/limits.ts';
import { quotaVariables } from './settings/quotas.ts';
import { lifetimeProblems, lifetimeVariables } from './settings/lifetimes.ts';
import { anonymousProblems, anonymousVariables } from './settings/anonymous.ts';
import { siteVariables } from './settings/site.ts';
import { oidcProblems, oidcVariables } from './settings/oidc.ts';
import { mailProblems, mailVariables } from './settings/mail.ts';
import { webhookVariables } from './settings/webhooks.ts';
import { processVariables, productionProblems } from './settings/process.ts';
import type { Parsed, Variable } from './settings/variable.ts';

/** All variables, in the order of the documentation. */
const VARIABLES = {
  ...serverVariables,
  ...databaseVariables,
  ...backupVariables,
  ...encryptionVariables,
  ...s3Variables,
  ...limitVariables,
  ...quotaVariables,
  ...lifetimeVariables,
  ...anonymousVariables,
  ...siteVariables,
  ...oidcVariables,
  ...mailVariables,
  ...webhookVariables,
  ...processVariables,
};

/** Settings by the name of their variable. */
export type Config = Parsed<typeof VARIABLES>;

/** Name, default and description of every variable, for the documentation. */
export const documentedVariables: readonly {
  name: string;
  default: string | undefined;
  description: string;
}[] = Object.entries(VARIABLES).map(([name, { default: fallback, description }]) => ({
  name,
  default: fallback,
  description,
}));

/** Invalid settings. Each line names a variable. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Checks of variables that depend on each other. */
const CHECKS = [
  databaseProblems,
  s3Problems,
  oidcProblems,
  mailProblems,
  lifetimeProblems,
  anonymousProblems,
  backupProblems,
];

/**
 * Reads the settings from an environment. `<NAME>_FILE` is the path of a file with the value of `<NAME>`.
 * @throws ConfigError naming every invalid variable, and no value
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, parse }] of Object.entries(VARIABLES) as [
    string,
    Variable<unknown>,
  ][]) {
    try {
      const value = rawValue(environment, name) ?? fallback;
      values[name] = value === undefined ? undefined : parse(value);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  problems.push(
    ...productionProblems(values, { others: problems.length > 0 }),
    ...CHECKS.flatMap((check) => check(values, environment)),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config;
}

const NAMED: Readonly<Record<string, string>> = {
  ENOENT: 'a file that does not exist',
  EISDIR: 'a directory',
};

function rawValue(environment: Record<string, string | undefined>, name: string): string | undefined {
  const direct = environment[name];
  const path = environment[`${name}_FILE`];
  if (direct && path) throw new Error(`and ${name}_FILE are both given; keep one`);
  if (!path) return direct === '' ? undefined : direct;
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    throw new Error(
      `cannot be read: ${name}_FILE names ${NAMED[(error as { code: string }).code] ?? 'a file that cannot be read'}`,
    );
  }
}
