import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type BlockList } from 'node:net';
import { limits } from '@tempshare/contract';
import { invalid } from '../../../domain/problem.ts';
import { blockList, contains, isAllowedAddress } from './address.ts';

/** Targets that `WEBHOOK_ALLOWED_HOSTS` allows. */
export interface AllowedHosts {
  /** Host names and addresses as URLs spell them, with or without `:<port>`. */
  hosts: ReadonlySet<string>;
  ranges: BlockList;
}

export interface TargetPolicy {
  /** Allows http. True only outside production. */
  allowHttp: boolean;
  allowedHosts: AllowedHosts;
  /** Resolves a name to addresses in order of preference. Default: DNS. */
  resolve?: (name: string) => Promise<readonly string[]>;
  /** Returns whether responses from an address are stored. Default: from public addresses. */
  isPublic?: (address: string) => boolean;
}

/** A URL that passed all checks that need no DNS query. */
export interface Target {
  url: URL;
  host: string;
  port: number;
  allows: (address: string) => boolean;
  resolve: (name: string) => Promise<readonly string[]>;
}

/** A URL that is not allowed. The message continues the words "the URL". */
export class TargetError extends Error {
  /** `unresolved` if the name has no address now, or its query failed. */
  readonly reason: 'refused' | 'unresolved';

  constructor(reason: TargetError['reason'], message: string) {
    super(message);
    this.name = 'TargetError';
    this.reason = reason;
  }
}

const PORTS: readonly number[] = [80, 443, 8443];
const QUALIFIED_NAME = /^([a-z\d_-]+\.)+[a-z][a-z\d-]+$/;
/** Local names of RFC 6761, RFC 6762 (appendix G), RFC 8375, and common networks. */
const LOCAL_NAME = /\.(localhost|local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa)$/;
/** One message for private, unknown and internal names, so that it reveals nothing of an internal DNS. */
const NOT_PUBLIC = 'must have a public host: a full domain name or an address that the internet reaches';

/**
 * Parses comma-separated exceptions. `receiver` and `10.1.2.3` allow all ports of a host; `receiver:8080` allows one.
 * `10.0.0.0/8` allows its addresses and names that resolve into it.
 * @throws Error with the expected format
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

/** Checks the URL, which the WHATWG parser has normalized, without a DNS query. @throws TargetError */
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

/** Checks a URL and its current addresses, of which one that is not allowed suffices to refuse it. @throws TargetError */
export async function resolveTarget(
  url: string,
  policy: TargetPolicy,
): Promise<Target & { addresses: readonly string[] }> {
  const target = parseTarget(url, policy);
  const { host, allows, resolve } = target;
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new TargetError('unresolved', NOT_PUBLIC);
  if (!addresses.every(allows)) refuse(NOT_PUBLIC);
  return { ...target, addresses };
}

/** Refuses what an attempt would refuse now. @throws ServiceProblem `validation_failed` */
export async function assertDeliverable(url: string, policy: TargetPolicy): Promise<void> {
  try {
    await resolveTarget(url, policy);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw invalid('/body/url', 'webhook_url', error.message);
  }
}

const nameServers = new Resolver({ timeout: 1_000, tries: 2 });

/** Queries name servers directly: no search domains, no hosts file, and no slow response blocks the thread pool. */
async function resolvePublicly(name: string): Promise<readonly string[]> {
  const responses = await Promise.allSettled([nameServers.resolve4(name), nameServers.resolve6(name)]);
  return responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
}

/** Resolves like other programs of this machine, for hosts that the operator allows, such as `localhost`. */
async function resolveHere(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
