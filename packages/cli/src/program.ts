import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addDelete, addExtend, addList, addStatus } from './commands/items.ts';
import { addLogin } from './commands/account.ts';
import { addCompletion } from './commands/completion.ts';
import { addDebug } from './commands/debug.ts';
import { addDoctor } from './commands/doctor.ts';
import { addDrop } from './commands/drop.ts';
import { addOpen } from './commands/open.ts';
import { addRequest } from './commands/request.ts';
import { addRoom } from './commands/room.ts';
import { addSecret } from './commands/secret.ts';
import { addSend } from './commands/send.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { describe, type Shown } from './failure.ts';
import { printable, write, type Io } from './io.ts';

/** Adds each command, in the order that the help has. */
const COMMANDS = [
  ...[
    addSend,
    addSecret,
    addOpen,
    addList,
    addStatus,
    addExtend,
    addDelete,
    addRequest,
    addDrop,
    addRoom,
    addDebug,
  ],
  ...[addWebhooks, addLogin, addDoctor, addCompletion],
];

/** The commands, not yet run. */
export function createProgram(io: Io): Command {
  const program = new Command('tempshare')
    .description(
      'Sends texts, links, files and secrets by links that expire, sealed before they leave the machine.',
    )
    .version(manifest.version, '-V, --version', 'print the version')
    .option('--json', 'print the result, and an error on stderr, as JSON')
    .option('--url <address>', 'the service, such as https://share.example (or SERVICE_URL)')
    .helpOption('-h, --help', 'print the help of a command')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // Errors are shown by `run`; help that was not asked for is left out.
      writeErr: () => undefined,
    });
  for (const add of COMMANDS) add(program, io);
  return program;
}

/** Runs a command line, without the names of the runtime and the program. Returns the exit code. */
export async function run(argv: string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(argv, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Help and version are exceptions of commander, too.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODES.done;
    // The reader of the output has gone, as `head` does: there is nobody to tell.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT_CODES.file;
    if (error instanceof CommanderError && argv.length === 0) {
      await write(io.stdout, createProgram(io).helpInformation());
      return EXIT_CODES.usage;
    }
    const shown = io.signal.aborted ? interruption(io) : describe(error);
    await show(io, shown, argv.includes('--json')).catch(() => undefined);
    return EXIT_CODES[shown.outcome];
  }
}

function interruption({ signal }: Io): Shown {
  const outcome = signal.reason === 'SIGTERM' ? 'terminated' : 'interrupted';
  return { outcome, code: outcome, message: 'Interrupted.' };
}

async function show({ stderr }: Io, shown: Shown, json: boolean): Promise<void> {
  const { outcome, code, message, advice, status, requestId, errors = [] } = shown;
  if (json) {
    const error = { ...shown, outcome: undefined, exitCode: EXIT_CODES[outcome] };
    return write(stderr, `${JSON.stringify({ error })}\n`);
  }
  const facts = [
    status === undefined ? undefined : `status ${status}`,
    status === undefined && requestId === undefined ? undefined : code,
    requestId === undefined ? undefined : `request ${requestId}`,
  ].filter((fact) => fact !== undefined);
  const lines = [
    `${styleText('red', 'tempshare:', { stream: stderr })} ${printable(message)}`,
    // A single fault is the message itself.
    ...(errors.length < 2 ? [] : errors).map(
      ({ pointer, detail }) => `  ${printable(`${pointer}: ${detail}`)}`,
    ),
    ...(advice === undefined ? [] : [`  ${advice}`]),
    ...(facts.length === 0 ? [] : [`  (${printable(facts.join(', '))})`]),
  ];
  await write(stderr, `${lines.join('\n')}\n`);
}
