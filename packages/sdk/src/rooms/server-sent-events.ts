import { UnexpectedResponseError } from '../core/tempshare-error.ts';
import { messageLength } from '../gen/limits.ts';
import { IDLE_TIMEOUT } from './idle-timeout.ts';

export interface ServerSentEvent {
  id: string | undefined;
  event: string;
  data: unknown;
}

/**
 * The events of one connection (WHATWG HTML, 9.2.6). Ends when the connection ends, or when no byte comes, not even of the comments that
 * come every 20 s.
 *
 * @throws APIConnectionError when it breaks; UnexpectedResponseError for what is no such stream
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of untilIdle(body)) {
    const blocks = (rest + decoder.decode(part, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? '';
    // The longest event is a message, each character of which takes 12 in JSON at most.
    if (rest.length > 100 * messageLength) throw noEvents();
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}

function parseEvent(block: string): ServerSentEvent | undefined {
  const fields = new Map(
    block
      .split(/\r\n|\n|\r/)
      .map((line) => /^(\w+): ?(.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1], match[2]] as const] : [])),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const id = fields.get('id');
  return {
    id: id !== undefined && /^[\x21-\x7e]{1,255}$/.test(id) ? id : undefined,
    event: fields.get('event') ?? 'message',
    data: parse(data),
  };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    // The parser's own message quotes the data.
    throw noEvents();
  }
}

const noEvents = () =>
  new UnexpectedResponseError('the service answered with something else than a stream of events');

async function* untilIdle(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => void cancel(), IDLE_TIMEOUT);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    await cancel();
  }
}
