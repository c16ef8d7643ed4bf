import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type BlockList } from 'node:net';
import { limits } from '@tempshare/contract';
import { invalid } from '../../../domain/problem.ts';
import { blockList, contains, isAllowedAddress } from './address.ts';

/** Exceptions to the rules for targets, as `WEBHOOK_ALLOWED_HOSTS` gives them. */
export interface AllowedHosts {
  /** Host names and addresses as a URL spells them, or these with `:<port>`. */
  hosts: ReadonlySet<string>;
  ranges: BlockList;
}

/** Where webhooks may go. */
export interface TargetPolicy {
  /** Whether http will do as well: outside production only. */
  allowHttp: boolean;
  allowedHosts: AllowedHosts;
  /** The addresses of a name, in the order in which they are tried. Default: the DNS. */
  resolve?: (name: string) => Promise<readonly string[]>;
  /** Whether responses from an address are kept. Default: from those that need no exception. */
  isPublic?: (address: string) => boolean;
}

/** A URL that webhooks may be sent to, as far as it shows without a query. */
export interface Target {
  url: URL;
  /** A name, or an address without brackets. */
  host: string;
  port: number;
  /** Whether a connection to this address, found for the host, is allowed. */
  allows: (address: string) => boolean;
  resolve: (name: string) => Promise<readonly string[]>;
}

/** A URL that webhooks may not be sent to. The message says what it must be, and goes on from "the URL". */
export class TargetError extends Error {
  /** `unresolved`: the name has no address now, or the query for one failed. */
  readonly reason: 'refused' | 'unresolved';

  constructor(reason: TargetError['reason'], message: string) {
    super(message);
    this.name = 'TargetError';
    this.reason = reason;
  }
}

const PORTS: readonly number[] = [80, 443, 8443];
const QUALIFIED_NAME = /^([a-z\d_-]+\.)+[a-z][a-z\d-]+$/;
/** RFC 6761, RFC 6762 (appendix G), RFC 8375, and what machines and clouds use. */
const LOCAL_NAME = /\.(localhost|local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa)$/;
/** One sentence whether a name is private, unknown or leads inside, so that it reveals nothing of an internal DNS. */
const NOT_PUBLIC = 'must have a public host: a full domain name or an address that the internet reaches';

/**
 * Reads exceptions with commas between: `receiver` or `10.1.2.3` (every port and address of that host),
 * `receiver:8080` (that port of it), `10.0.0.0/8` (names that resolve into the range, and its addresses on every port).
 * @throws Error with what the text must be.
 */
export function readAllowedHosts(text: string): AllowedHosts {
  const entries = text.split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '' && !entry.includes('/'));
  try {
    const ranges = blockList(entries.filter((entry) => entry.includes('/')));
    return { hosts: new Set(named.map(hostKey)), ranges };
  } catch {
    throw new Error('must be host names, addresses, either with a port, or CIDR ranges, with commas between');
  }
}

function hostKey(entry: string): string {
  const bare = isIP(entry) === 6 ? `[${entry}]` : entry;
  const [, host = '', port = ''] = /^([^\s?#@\\*]+?)(:\d{1,5})?$/.exec(bare) ?? [];
  return new URL(`http://${host}`).hostname + port;
}

/**
 * Holds a URL against all rules that need no query: scheme, port, user information, fragment, length, and the
 * host, in which the WHATWG parser has already undone every way to spell an address.
 * @throws TargetError
 */
export function parseTarget(text: string, policy: TargetPolicy): Target {
  const url = URL.parse(text) ?? refuse('must be a URL');
  const { hosts, ranges } = policy.allowedHosts;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const named = hosts.has(url.hostname) || hosts.has(`${url.hostname}:${port}`);
  const opened = named || contains(ranges, host);
  const allows = (address: string) => named || isAllowedAddress(address) || contains(ranges, address);

  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) refuse('must use https');
  if (url.href.length > limits.webhookUrlLength)
    refuse(`must have at most ${limits.webhookUrlLength} characters`);
  if (url.username || url.password) refuse('must not have user information');
  if (text.includes('#')) refuse('must not have a fragment');
  if (!opened && !PORTS.includes(port)) refuse('must have port 80, 443 or 8443');
  if (!named && !(isIP(host) ? allows(host) : isPublicName(host))) refuse(NOT_PUBLIC);
  return { url, host, port, allows, resolve: policy.resolve ?? (named ? resolveHere : resolvePublicly) };
}

const isPublicName = (host: string): boolean => QUALIFIED_NAME.test(host) && !LOCAL_NAME.test(`.${host}`);

function refuse(message: string): never {
  throw new TargetError('refused', message);
}

/**
 * The addresses of a target, of which each may be connected to: one that may not refuses them all.
 * @throws TargetError
 */
export async function resolveTarget({ host, allows, resolve }: Target): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new TargetError('unresolved', NOT_PUBLIC);
  if (!addresses.every(allows)) refuse(NOT_PUBLIC);
  return addresses;
}

/**
 * Holds the `url` of a request body against all rules, with its addresses as they are now. Each attempt repeats it.
 * @throws ServiceProblem `validation_failed`
 */
export async function assertDeliverable(url: string, policy: TargetPolicy): Promise<void> {
  try {
    await resolveTarget(parseTarget(url, policy));
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw invalid('/body/url', 'webhook_url', error.message);
  }
}

const nameServers = new Resolver({ timeout: 1_000, tries: 2 });

/** Asks name servers alone: no search domains or hosts file of ours, and no slow response holds the thread pool. */
async function resolvePublicly(name: string): Promise<readonly string[]> {
  const responses = await Promise.allSettled([nameServers.resolve4(name), nameServers.resolve6(name)]);
  return responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
}

/** As any program on this machine would: for hosts that the operator names, `localhost` among them. */
async function resolveHere(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
