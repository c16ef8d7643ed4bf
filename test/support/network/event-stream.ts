/** A stream of server-sent events, read over a connection of its own. */
import { request, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** One server-sent event. */
export interface StreamedEvent {
  id: string | undefined;
  name: string;
  data: any;
}

export interface EventStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Events received so far, without comments. */
  readonly events: readonly StreamedEvent[];
  /** How many comments have come so far. */
  readonly comments: number;
  /** Body of a response that is no stream, once it has ended. */
  readonly text: string;
  /** Resolves when the stream is over, whoever ended it; true when it came to its end. */
  ended: Promise<boolean>;
  /** Stops and goes on reading. */
  pause(): void;
  resume(): void;
  /** Goes away without a word. */
  leave(): void;
}

/** Opens a stream. Resolves with its first comment, or with the end of another response. */
export async function openStream(
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const outgoing: ClientRequest = request(base + path, { agent: false, headers }).end();
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  const events: StreamedEvent[] = [];
  let [text, comments] = ['', 0];
  const begun = Promise.withResolvers<void>();
  const isStream = incoming.headers['content-type']?.startsWith('text/event-stream');
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (!isStream) return;
    const blocks = text.split('\n\n');
    text = blocks.pop() as string;
    for (const block of blocks) {
      if (block.startsWith(':')) comments += 1;
      else events.push(readEvent(block));
      begun.resolve();
    }
  });
  const ended = new Promise<boolean>((resolve) => {
    incoming.once('close', () => resolve(incoming.complete)).on('error', () => undefined);
    outgoing.on('error', () => resolve(false));
  });
  await Promise.race([begun.promise, ended]);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events,
    get comments() {
      return comments;
    },
    get text() {
      return text;
    },
    ended,
    pause: () => void incoming.pause(),
    resume: () => void incoming.resume(),
    leave: () => void outgoing.destroy(),
  };
}

function readEvent(block: string): StreamedEvent {
  const fields = new Map(
    block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) as [string, string]),
  );
  return {
    id: fields.get('id'),
    name: fields.get('event') as string,
    data: JSON.parse(fields.get('data') as string),
  };
}
