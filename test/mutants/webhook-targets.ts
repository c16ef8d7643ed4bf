import type { Mutant } from './mutant.ts';

const TARGET = 'server/src/features/webhooks/endpoints/target.ts';
const ADDRESS = 'server/src/features/webhooks/endpoints/address.ts';

const TARGETS = ['server/test/webhook-ssrf', 'server/test/webhook-target', 'server/test/webhook-send'];
const ENDPOINTS = ['/webhook-endpoints.', '/webhooks.'];

/** Addresses that webhooks must not reach (SSRF). */
export const mutants: Mutant[] = [
  {
    name: 'one public address among private ones is enough',
    file: TARGET,
    from: 'if (!addresses.every(allows)) refuse(NOT_PUBLIC);',
    to: 'if (!addresses.some(allows)) refuse(NOT_PUBLIC);',
    tests: TARGETS,
  },
  {
    name: 'webhooks reach any port of a public host',
    file: TARGET,
    from: 'if (!opened && !PORTS.includes(port)) refuse(',
    to: 'if (!opened && port === 0) refuse(',
    tests: TARGETS,
  },
  {
    name: 'webhooks go out in clear text in production',
    file: TARGET,
    from: `!(policy.allowHttp && url.protocol === 'http:')`,
    to: `!(url.protocol === 'http:')`,
    tests: [...TARGETS, 'webhook-worker'],
  },
  {
    name: 'names of an internal network are accepted',
    file: TARGET,
    from: 'QUALIFIED_NAME.test(host) && !LOCAL_NAME.test(`.${host}`);',
    to: 'QUALIFIED_NAME.test(host);',
    tests: TARGETS,
  },
  {
    name: 'webhooks reach the metadata of a cloud',
    file: ADDRESS,
    from: `  '169.254.0.0/16',`,
    to: '',
    tests: TARGETS,
  },
  {
    name: 'webhooks reach private addresses that IPv6 embeds',
    file: ADDRESS,
    from: '(isIP(address) === 4 || contains(GLOBAL_UNICAST_IPV6, address))',
    to: '(isIP(address) !== 0)',
    tests: TARGETS,
  },
  {
    name: 'the address that was connected to is not checked',
    file: 'server/src/features/webhooks/sender/send.ts',
    from: `if (!allows(tcp.remoteAddress ?? '')) throw`,
    to: `if (tcp.remoteAddress === '') throw`,
    tests: TARGETS,
  },
  {
    name: 'responses of internal addresses are kept',
    file: 'server/src/features/webhooks/sender/send.ts',
    from: 'response: isInternal ? WITHHELD',
    to: 'response: response.statusCode === 0 ? WITHHELD',
    tests: ['/webhook-responses.', '/webhook-send.'],
  },
  {
    name: 'a changed URL is not checked',
    file: 'server/src/features/webhooks/endpoints/endpoint.ts',
    from: 'if (url !== undefined) await assertDeliverable(url, webhookTargets);',
    to: '',
    tests: ENDPOINTS,
  },
];
