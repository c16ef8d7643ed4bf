import type { ClientConfig } from 'pg';
import type { Config } from '../config.ts';
import type { Database } from '../storage/postgres/database.ts';

/** A call that cannot be carried out. The message is shown without a stack. */
export class UsageError extends Error {}

/** Output of a command that found faults. The exit code is 1. */
export class Faults extends Error {}

/** Options of all commands, for `parseArgs`. */
export const OPTIONS = {
  name: { type: 'string' },
  scopes: { type: 'string' },
  env: { type: 'string' },
  expires: { type: 'string' },
  'one-time': { type: 'string' },
  key: { type: 'string' },
  to: { type: 'string' },
  'second-factor-off': { type: 'boolean', default: false },
  finish: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Operands after the words of the command, and options. */
export interface Arguments {
  operands: string[];
  name?: string | undefined;
  scopes?: string | undefined;
  env?: string | undefined;
  expires?: string | undefined;
  'one-time'?: string | undefined;
  key?: string | undefined;
  to?: string | undefined;
  'second-factor-off'?: boolean | undefined;
  finish?: boolean | undefined;
  verify?: boolean | undefined;
  json: boolean;
}

export interface AdminContext {
  config: Config;
  connection: ClientConfig;
  database: Database;
  /** Environment from which `config` was read, as for development. */
  environment?: Record<string, string | undefined>;
}

export interface Command {
  /** Operands and options, as the usage shows them. */
  usage: string;
  /** False: runs without migrating the schema first. */
  migrates?: false;
  /** Returns its output. @throws Faults */
  run: (context: AdminContext, args: Arguments) => Promise<string>;
}

/** A command that needs no database. */
export interface LoneCommand {
  usage: string;
  runAlone: (args: Arguments) => Promise<string>;
}

/** Requires an operand. @throws UsageError that names it */
export function needed(value: string | undefined, sentence: string): string {
  if (!value) throw new UsageError(`${sentence} (--help shows all commands)`);
  return value;
}

/** Aligns columns, with two spaces between. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
