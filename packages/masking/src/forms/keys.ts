import { inside, rows, type TokenForm } from './form.ts';

/** The bodies of keys without their marks, and whole PEM files in base64. */
export const KEY_FORMS: readonly TokenForm[] = [
  inside('private-key', [/MII[A-K][A-Za-z0-9+/]{2}/, 'IBAAKC IBAAKB IBADAN', /[A-Za-z0-9+/=]{24,}/]),
  ...rows('private-key', {
    'MC4CAQAwBQYDK2V MHcCAQEE MIGHAgEAM MIG2AgEAM MIHuAgEAM MIGkAgEBBD b3BlbnNzaC1rZXktdjE':
      /[A-Za-z0-9+/=]{24,}/,
    'LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBSU0EgUFJJ LS0tLS1CRUdJTiBFQyBQUklW LS0tLS1CRUdJTiBPUEVOU1NI LS0tLS1CRUdJTiBFTkNSWVBU LS0tLS1CRUdJTiBEU0EgUFJJ LS0tLS1CRUdJTiBQR1AgUFJJ':
      /[A-Za-z0-9+/=_-]{24,}/,
  }),
  // PKCS #12
  inside('private-key', [/MII[A-Za-z0-9+/]{3}/, 'IBAzCC', /[A-Za-z0-9+/]{24,}={0,2}/]),
];
