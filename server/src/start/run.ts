import { ConfigError, readConfig, type Config } from '../config.ts';
import { explainFailure, Failure } from './failure.ts';
import { SchemaError } from '../storage/postgres/migrations/schema.ts';
import { unknownSettings } from '../settings/unknown-settings.ts';
import { handleArguments } from './usage.ts';

export async function run(
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<never> {
  const output = handleArguments(argv);
  if (output) {
    (output.code === 0 ? console.log : console.error)(output.text);
    process.exit(output.code);
  }
  return endAfter(async () => {
    const config = readConfig(environment);
    await warnOfUnknownSettings(config, environment);
    if (config.WORKERS === 1) await (await import('./single.ts')).runSingle(config);
    else await (await import('../workers/parent.ts')).runParent(config, environment);
  });
}

async function warnOfUnknownSettings(
  config: Config,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const unknown = unknownSettings(environment);
  if (unknown.length === 0) return;
  const log = (await import('../runtime/logger.ts')).createLogger(config);
  for (const { name, likely } of unknown)
    log.warn(
      { setting: name, likely },
      likely ? `${name} is no setting: is ${likely} meant?` : `${name} is no setting`,
    );
}

/** Ends the process: after a failure with code 1 and a sentence on standard error. */
export async function endAfter(work: () => Promise<void>): Promise<never> {
  try {
    await work();
    process.exit(0);
  } catch (error) {
    const { message } = error as Error;
    const saysItself =
      error instanceof ConfigError || error instanceof SchemaError || error instanceof Failure;
    if (!saysItself) console.error(explainFailure(error as Error));
    else if (message) console.error(message);
    process.exit(1);
  }
}
