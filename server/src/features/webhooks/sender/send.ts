import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { request } from '../../../runtime/http.ts';
import { isAllowedAddress } from '../endpoints/address.ts';
import { readResponse, WITHHELD, type ReceiverResponse } from './response.ts';
import { resolveTarget, TargetError, type Target, type TargetPolicy } from '../endpoints/target.ts';

export type ErrorClass =
  | 'none'
  /** A status other than 2xx and 3xx. */
  | 'http_error'
  | 'redirect'
  /** Connected, but no status in time. */
  | 'timeout'
  /** The name was not resolved, the connection not made or TLS not agreed on in time. */
  | 'connect_timeout'
  | 'dns'
  /** The handshake failed: a certificate that does not verify, among others. */
  | 'tls'
  | 'refused'
  | 'reset'
  /** The URL, or one of the addresses of its host, is not allowed. */
  | 'blocked_address'
  /** The response is not HTTP/1.1, or its headers are too large. */
  | 'protocol';

export interface Attempt {
  /** True if a 2xx arrived in time. Later errors do not count. */
  ok: boolean;
  status: number | null;
  /** Time until the status or the failure. */
  durationMs: number;
  errorClass: ErrorClass;
  /** Parsed `Retry-After`; null without one. */
  retryAfterMs: number | null;
  gone: boolean;
  response: ReceiverResponse | null;
}

export interface SendOptions {
  url: string;
  body: string | Uint8Array;
  /** Signature headers. `Host`, `Content-Type`, `Content-Length` and `User-Agent` are added. */
  headers: Record<string, string>;
  policy: TargetPolicy;
  /** Timeout of DNS, TCP and TLS together; default 5 s. */
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
  signal?: AbortSignal;
}

const MAX_RETRY_AFTER = 31_536_000;
const MAX_RESPONSE_HEADERS = 16_384;
/** Maximum number of addresses tried per attempt; a name may have thousands. */
const MAX_ADDRESSES = 8;

class Failure extends Error {
  readonly errorClass: ErrorClass;

  constructor(errorClass: ErrorClass) {
    super(errorClass);
    this.errorClass = errorClass;
  }
}

/** Posts one webhook over a new connection to a checked address. Network errors are part of the result. */
export async function send(options: SendOptions): Promise<Attempt> {
  const { url, policy, connectTimeoutMs = 5_000, totalTimeoutMs = 15_000, signal } = options;
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const total = AbortSignal.any([AbortSignal.timeout(totalTimeoutMs), ...(signal ? [signal] : [])]);
  let socket: Socket | undefined;
  try {
    const connecting = AbortSignal.any([total, AbortSignal.timeout(connectTimeoutMs)]);
    const target = await Promise.race([resolveTarget(url, policy), rejection(connecting)]);
    socket = await connect(target, connecting);
    // A closed connection has no remote address.
    const isInternal = !(policy.isPublic ?? isAllowedAddress)(socket.remoteAddress ?? '');
    const response = await exchange({ socket, target, options, signal: total });
    const attempt = { ...outcomeOf(response), durationMs: elapsed() };
    const read = await readResponse(response);
    return { ...attempt, response: isInternal ? WITHHELD : read };
  } catch (error) {
    const errorClass = failureClass(error);
    const nothing = { status: null, retryAfterMs: null, gone: false, response: null };
    return { ok: false, durationMs: elapsed(), errorClass, ...nothing };
  } finally {
    socket?.destroy();
  }
}

async function connect(
  { host, port, url, allows, addresses: resolved }: Awaited<ReturnType<typeof resolveTarget>>,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = resolved.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIP(address) }));
  const tcp = connectTcp({
    host,
    port,
    lookup: (_host, _options, found) => found(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  }).on('error', ignore);
  try {
    await stage(once(tcp, 'connect', { signal }), tcpFailure);
    if (!allows(tcp.remoteAddress ?? '')) throw new Failure('blocked_address');
    if (url.protocol === 'http:') return tcp;
    const servername = isIP(host) ? '' : host;
    const options = { socket: tcp, host, servername, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true };
    const tls = connectTls(options).on('error', ignore);
    await stage(once(tls, 'secureConnect', { signal }), tlsFailure);
    return tls;
  } catch (error) {
    tcp.destroy();
    throw error;
  }
}

function exchange({
  socket,
  target: { url },
  options: { headers, body },
  signal,
}: {
  socket: Socket;
  target: Target;
  options: SendOptions;
  signal: AbortSignal;
}): Promise<IncomingMessage> {
  const post = request({
    createConnection: () => socket,
    signal,
    method: 'POST',
    path: url.pathname + url.search,
    headers: {
      ...headers,
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Tempshare-Webhooks/1.0',
    },
    maxHeaderSize: MAX_RESPONSE_HEADERS,
    insecureHTTPParser: false,
  });
  const responded = new Promise<IncomingMessage>((resolve, reject) => {
    post.on('response', resolve).on('error', reject);
    post.on('close', () => reject(new Error('closed without a response, as after 101')));
  });
  post.end(body);
  return stage(responded, httpFailure);
}

function outcomeOf({
  statusCode: status = 0,
  headers,
}: IncomingMessage): Omit<Attempt, 'durationMs' | 'response'> {
  const ok = status >= 200 && status < 300;
  const errorClass = ok ? 'none' : status >= 300 && status < 400 ? 'redirect' : 'http_error';
  return { ok, status, errorClass, retryAfterMs: retryAfter(headers['retry-after']), gone: status === 410 };
}

function retryAfter(value = ''): number | null {
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER) * 1000;
  const date = value.endsWith('GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

async function stage<T>(step: Promise<T>, classOf: (code: string) => ErrorClass): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new Failure(classOf(String((error as { code?: unknown }).code)));
  }
}

function tcpFailure(code: string): ErrorClass {
  if (code === 'ABORT_ERR' || code === 'ETIMEDOUT') return 'connect_timeout';
  return code === 'ECONNRESET' ? 'reset' : 'refused';
}

const tlsFailure = (code: string): ErrorClass => (code === 'ABORT_ERR' ? 'connect_timeout' : 'tls');

function httpFailure(code: string): ErrorClass {
  if (code === 'ABORT_ERR' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  return code.startsWith('ERR_SSL_') ? 'tls' : 'protocol';
}

function failureClass(error: unknown): ErrorClass {
  if (error instanceof Failure) return error.errorClass;
  if (error instanceof TargetError) return error.reason === 'unresolved' ? 'dns' : 'blocked_address';
  throw error;
}

function rejection(signal: AbortSignal): Promise<never> {
  const aborted = () => new Failure('connect_timeout');
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(aborted()), { once: true }),
  );
}

/** Each step handles its own error; one between steps surfaces in the next step. */
const ignore = (): void => undefined;
