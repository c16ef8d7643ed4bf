import { invalid } from '../../http/problem.ts';

const PORTS: Record<string, string[]> = { 'https:': ['', '80', '8443'], 'http:': ['', '443', '8443'] };
/** Private, loopback, link-local, shared, documentation, multicast and reserved addresses. */
const SPECIAL_IPV4 = [
  /^(0|10|127|22[4-9]|2[3-5]\d)\./,
  /^(100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01]))\./,
  /^(192\.168|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113)\./,
];
const PUBLIC_IPV6 = /^\[(?!2001:(:|1?[\da-f]{1,2}:|db8:)|2002:|3fff:)[23][\da-f]{3}:/;
const PUBLIC_NAME = /^([a-z\d_-]+\.)+[a-z][a-z\d-]+$/;
const LOCAL_NAME = /\.(localhost|local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa)$/;

/**
 * Refuses a URL that the service would not send to, as far as that can be known without resolving its name.
 * @throws MockProblem `validation_failed`
 */
export function assertDeliverable(text: string): void {
  const { protocol, port, hostname } = new URL(text);
  const refuse = (detail: string) => invalid([{ pointer: '/body/url', code: 'webhook_url', detail }]);
  if (text.includes('#')) throw refuse('must not have a fragment');
  if (!PORTS[protocol]?.includes(port)) throw refuse('must have port 80, 443 or 8443');
  if (!isPublic(hostname))
    throw refuse('must have a public host: a full domain name or an address that the internet reaches');
}

function isPublic(host: string): boolean {
  if (/^[\d.]+$/.test(host)) return !SPECIAL_IPV4.some((range) => range.test(host));
  return host.startsWith('[')
    ? PUBLIC_IPV6.test(host)
    : PUBLIC_NAME.test(host) && !LOCAL_NAME.test(`.${host}`);
}
