import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, EventType } from '@tempshare/sdk/types';
import { verifySignature } from '@tempshare/sdk/webhooks';
import { signPayload } from '@tempshare/sdk/webhooks/sign';
import { Argument, Option, type Command } from 'commander';
import { createClient } from '../config.ts';
import { describe, Failure } from '../failure.ts';
import { toCommand, toUrl, type Forward } from '../forward.ts';
import { decode, readInput, withoutLineEnd } from '../input.ts';
import { remark, warn, write, type Io } from '../io.ts';
import { eventTypes } from '../gen/event-types.ts';
import type { Tempshare } from '../sdk.ts';
import { TRIGGERS } from '../triggers.ts';
import { noteEvent, readPosition, signingSecret, stateFile, storePosition, type Position } from '../state.ts';
import { runs, wholeNumber, type Run } from './options.ts';

interface ListenOptions {
  forwardTo?: string;
  exec?: string;
  events?: EventType[];
  since?: string;
  printSecret?: true;
}

interface SecretOptions {
  secretFile?: string;
}

export function addWebhooks(program: Command, io: Io): void {
  const webhooks = program
    .command('webhooks')
    .summary('receive webhooks without a public address, sign and verify them')
    .description('Receives webhooks on this machine, and signs and verifies their bodies.');
  webhooks
    .command('listen')
    .description(
      'Hands events on as the service sends webhooks, signed with a secret that stays the same. It reads the event log of the key, so it needs no public address, and goes on where it was after a restart.',
    )
    .option('--forward-to <url>', 'POST each event to this address, such as http://localhost:3000/webhooks')
    .option('--exec <command>', 'run this command for each event, with the body on its standard input')
    .addOption(new Option('--events <type...>', 'only these events').choices(eventTypes))
    .option('--since <time>', 'begin with the events since this time, such as 2026-11-21T10:00:00Z')
    .option('--print-secret', 'print the signing secret and end')
    .action(runs<ListenOptions>(io, listen));
  webhooks
    .command('trigger')
    .description(
      'Makes an event happen, by sharing something harmless and using it. With --endpoint the service sends a made-up event to that endpoint.',
    )
    .addArgument(new Argument('<type>', 'the event').choices(eventTypes))
    .option('--endpoint <id>', 'the webhook endpoint, which starts with we_')
    .action(runs<{ endpoint?: string }>(io, trigger));
  webhooks
    .command('sign')
    .description('Prints the X-Service-Signature of a body on standard input.')
    .option('--secret-file <file>', 'the signing secret; default: SERVICE_WEBHOOK_SECRET')
    .addOption(
      new Option('--timestamp <seconds>', 'Unix time; default: now').argParser(
        wholeNumber(0, 99_999_999_999),
      ),
    )
    .action(runs<SecretOptions & { timestamp?: number }>(io, sign));
  webhooks
    .command('verify')
    .description('Verifies the signature of a body on standard input, and its age.')
    .requiredOption('--signature <value>', 'the value of X-Service-Signature')
    .option('--secret-file <file>', 'the signing secret; default: SERVICE_WEBHOOK_SECRET')
    .addOption(
      new Option('--tolerance <seconds>', 'how far the timestamp may be away')
        .argParser(wholeNumber(0, 86_400))
        .default(300),
    )
    .action(runs<SecretOptions & { signature: string; tolerance: number }>(io, verify));
}

const listen: Run<ListenOptions> = async (io, _args, options) => {
  const { env, signal } = io;
  const { forwardTo, exec, printSecret } = options;
  const client = await createClient(io, options.url);
  const { id: keyId } = await client.key.get({ signal });
  const secret = await signingSecret(stateFile(env, 'secret', client.baseUrl, keyId));
  if (printSecret) return write(io.stdout, options.json ? `${JSON.stringify({ secret })}\n` : `${secret}\n`);
  if (forwardTo !== undefined && !/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? ''))
    throw new Failure('usage', '--forward-to must be an http or https address.');
  const forwards: Forward[] = [
    ...(forwardTo === undefined ? [] : [toUrl(forwardTo, secret)]),
    ...(exec === undefined ? [] : [toCommand(exec, env)]),
  ];
  const file = stateFile(env, 'events', client.baseUrl, keyId, forwardTo ?? '', exec ?? '');
  const position = (await startOf(options.since, file)) ?? (await now(client, signal));
  prune(position);
  await storePosition(file, position);
  let noted = 0;
  await remark(io, 'Listening for events. Press Ctrl-C to end.');
  for await (const event of newEvents(io, client, position)) {
    if (options.events === undefined || options.events.includes(event.type))
      await handOn(io, event, { forwards, json: options.json });
    advance(position, event);
    noted = (noted + 1) % NOTES;
    if (noted > 0) await noteEvent(file, event.id, event.createdAt);
    else {
      prune(position);
      await storePosition(file, position);
    }
    signal.throwIfAborted();
  }
};

async function startOf(since: string | undefined, file: string): Promise<Position | undefined> {
  if (since === undefined) return readPosition(file);
  const time = new Date(since);
  if (Number.isNaN(time.getTime()))
    throw new Failure('usage', '--since must be a time, such as 2026-11-21T10:00:00Z.');
  return { from: time.toISOString(), seen: {} };
}

/** Events are looked for this far back, since one can become visible after a later one. */
const OVERLAP_MS = 60_000;
const POLL_MS = 1_000;
const MAX_WAIT_MS = 10_000;
const PAGE = 100;
/** After this many events the position is written anew, without those that are never asked for again. */
const NOTES = 1_000;

/** The position after all that has happened so far. */
async function now(client: Tempshare, signal: AbortSignal): Promise<Position> {
  const [newest] = (await client.events.list({ limit: 1 }, { signal })).events;
  if (newest === undefined) return { from: new Date(0).toISOString(), seen: {} };
  const from = new Date(Date.parse(newest.createdAt) - OVERLAP_MS).toISOString();
  const position: Position = { from, seen: {} };
  for await (const event of client.events.list({ limit: PAGE, from }, { signal })) advance(position, event);
  return position;
}

/** Notes that an event was handed on. */
function advance(position: Position, { id, createdAt }: Event): void {
  position.seen[id] = createdAt;
  const from = new Date(Date.parse(createdAt) - OVERLAP_MS).toISOString();
  if (from > position.from) position.from = from;
}

/** Forgets the events that are never asked for again. */
function prune({ from, seen }: Position): void {
  for (const [id, at] of Object.entries(seen)) if (at < from) delete seen[id];
}

/** The events after a position, oldest first, as they come. Goes on when the service was away. */
async function* newEvents(io: Io, client: Tempshare, position: Position): AsyncGenerator<Event> {
  const { signal } = io;
  let wait = POLL_MS;
  for (;;) {
    try {
      const found: Event[] = [];
      for await (const event of client.events.list({ limit: PAGE, from: position.from }, { signal }))
        if (!(event.id in position.seen)) found.push(event);
      yield* found.reverse();
      wait = POLL_MS;
    } catch (error) {
      signal.throwIfAborted();
      const { outcome, message } = describe(error);
      if (outcome !== 'service' && outcome !== 'limit') throw error;
      wait = Math.min(MAX_WAIT_MS, wait * 2);
      await warn(io, `${message} It is tried again in ${wait / 1000} seconds.`);
    }
    await sleep(wait, undefined, { signal });
  }
}

/** An event whose receiver answers with failures is passed over after this many tries. */
const MAX_FAILURES = 5;

interface Receivers {
  forwards: Forward[];
  json: true | undefined;
}

/** Hands an event on until each receiver has it. One that cannot be reached is waited for. */
async function handOn(io: Io, event: Event, { forwards, json }: Receivers): Promise<void> {
  if (forwards.length === 0) {
    const shown = json ? JSON.stringify(event) : `${event.createdAt}  ${event.type}  ${event.id}`;
    return write(io.stdout, `${shown}\n`);
  }
  for (const forward of forwards) {
    let failures = 0;
    for (let wait = POLL_MS / 2; ; wait = Math.min(MAX_WAIT_MS, wait * 2)) {
      const { result, text } = await forward(event);
      const { id, type, createdAt } = event;
      const shown = json
        ? JSON.stringify({ id, type, createdAt, result, text })
        : `${createdAt}  ${type}  ${id}  ${text}`;
      await write(io.stdout, `${shown}\n`);
      if (result === 'failed') failures += 1;
      if (result === 'done' || result === 'refused' || failures === MAX_FAILURES) break;
      await sleep(wait, undefined, { signal: io.signal });
    }
  }
}

const trigger: Run<{ endpoint?: string }> = async (io, [type], { json, url, endpoint }) => {
  const client = await createClient(io, url);
  const { signal } = io;
  if (endpoint !== undefined) {
    const sent = await client.webhookEndpoints.test(endpoint, { type: type as EventType }, { signal });
    return write(
      io.stdout,
      json ? `${JSON.stringify(sent)}\n` : `Sent a made-up ${type} to ${endpoint}: ${sent.id}.\n`,
    );
  }
  const happen = TRIGGERS[type as EventType];
  if (happen === undefined)
    throw new Failure(
      'usage',
      `${type} cannot be made to happen.`,
      'Add --endpoint to have a made-up one sent.',
    );
  const id = await happen(client, signal);
  await write(io.stdout, json ? `${JSON.stringify({ type, id })}\n` : `${type} has happened to ${id}.\n`);
};

async function readSigningSecret({ env }: Io, { secretFile }: SecretOptions): Promise<string[]> {
  const given =
    secretFile === undefined ? env.SERVICE_WEBHOOK_SECRET : decode(await readFile(secretFile), 'The secret');
  const secrets = withoutLineEnd(given ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (secrets.length === 0)
    throw new Failure(
      'usage',
      'There is no signing secret.',
      'Add --secret-file FILE, or set SERVICE_WEBHOOK_SECRET.',
    );
  return secrets;
}

const sign: Run<SecretOptions & { timestamp?: number }> = async (io, _args, options) => {
  const [secret] = (await readSigningSecret(io, options)) as [string];
  const { timestamp = Math.floor(Date.now() / 1000), json } = options;
  const signature = await signPayload({ payload: new Uint8Array(await readInput(io)), secret, timestamp });
  await write(io.stdout, json ? `${JSON.stringify({ signature })}\n` : `${signature}\n`);
};

const verify: Run<SecretOptions & { signature: string; tolerance: number }> = async (io, _args, options) => {
  const secret = await readSigningSecret(io, options);
  const { signature, tolerance, json } = options;
  await verifySignature(new Uint8Array(await readInput(io)), signature, { secret, tolerance });
  await write(io.stdout, json ? '{"verified":true}\n' : 'The signature is right.\n');
};
