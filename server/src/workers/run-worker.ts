import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readConfig } from '../config.ts';
import { databaseConnection } from '../deps.ts';
import type { Measured } from '../metrics/metrics.ts';
import { endAfter } from '../start/run.ts';
import { createLogger } from '../runtime/logger.ts';
import { STOP_SIGNALS } from '../runtime/stop-signal.ts';
import { serve } from '../start/serve.ts';
import { Reserve } from '../storage/embedded/reserve.ts';
import { openVolume, type Volume } from '../storage/embedded/volume.ts';
import type { EmbeddedPlace, FromWorker, ToWorker } from './messages.ts';

type Message<Type> = Extract<ToWorker, { type: Type }>;

/** Serves connections until the parent ends that, or is gone. */
export async function runWorker(environment: Record<string, string | undefined>): Promise<never> {
  // A terminal signals all processes. The parent says what follows.
  for (const name of STOP_SIGNALS) process.on(name, () => undefined);
  // No parent hands over connections any more, or restarts this process.
  process.once('disconnect', () => process.exit(1));
  return endAfter(async () => {
    const { isFirst, embedded } = await next('start');
    const config = readConfig(environment);
    const announced = next('announce');
    const finished = next('finish');
    await serve(config, createLogger(config), {
      connection: embedded?.connection ?? databaseConnection(config),
      volume: embedded && (await volumeOf(embedded)),
      isFirst,
      async open(server) {
        takeConnections(server);
        const opened = next('opened');
        send({ type: 'open' });
        return (await opened).url;
      },
      async serving() {
        send({ type: 'serving' });
        await announced;
      },
      announced: async () => void (await finished),
      close: () => Promise.resolve(),
      measured: async (read) => answerMeasuring(read),
    });
  });
}

function send(message: FromWorker): void {
  process.send?.(message);
}

function next<Type extends ToWorker['type']>(type: Type): Promise<Message<Type>> {
  return new Promise((resolve) => {
    const look = (message: ToWorker): void => {
      if (message.type !== type) return;
      process.off('message', look);
      resolve(message as Message<Type>);
    };
    process.on('message', look);
  });
}

function answerMeasuring(read: () => Promise<Measured>): void {
  process.on('message', (message: ToWorker) => {
    if (message.type !== 'measure') return;
    const { id } = message;
    void read().then((metrics) => send({ type: 'measured', id, metrics }));
  });
}

/** Acknowledges each connection before anything is read from it, so that it is served once and not lost. */
function takeConnections(server: Server): void {
  // The server's connection timeouts begin with this event.
  server.emit('listening');
  process.on('message', (message: ToWorker, socket?: Socket) => {
    if (message.type !== 'connection') return;
    send({ type: 'taken', id: message.id });
    // The client may be gone meanwhile.
    if (socket) server.emit('connection', socket);
  });
}

function volumeOf({ directory, dataDir, superuser }: EmbeddedPlace): Promise<Volume> {
  return openVolume(directory, { reserve: new Reserve(dataDir), superuser });
}
