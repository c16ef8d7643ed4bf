import { randomText } from '../random.ts';
import type { ContextGroup } from './secrets.ts';

const { base36, base62, digits, hex } = randomText(40_015);

/** 80 characters of hex a line, as `ansible-vault` writes it; the last line is shorter. */
const vaultLines = (end: string): string =>
  Array.from({ length: 3 }, () => hex(80))
    .concat(hex(62))
    .join(end);
const vault = (end = '\n', head = '$ANSIBLE_VAULT;1.1;AES256'): string => `${head}${end}${vaultLines(end)}`;
/** A random password. Each line of a block with it must be masked. */
const password = (): string => `${base62(4)}${'!$%&@'[Number(digits(1)) % 5]}${base62(4)}${digits(2)}z`;

/** Tokens that let machines join a cluster, encrypted variables, and lists of names with passwords. */
export const clusters: ContextGroup[] = [
  [
    'bootstrap tokens',
    () => `${base36(6)}.${base36(16)}`,
    {
      create: (s) => `$ kubeadm token create\n${s}`,
      'create as root': (s) => `root@cp1:~# kubeadm token create --ttl 2h\n${s}\nroot@cp1:~#`,
      generate: (s) => `+ kubeadm token generate\n${s}`,
      list: (s) =>
        `TOKEN                     TTL         EXPIRES                USAGES                   DESCRIPTION   EXTRA GROUPS\n${s}   23h         2026-11-23T10:00:00Z   authentication,signing   <none>        system:bootstrappers:kubeadm:default-node-token`,
      'list without a header': (s) =>
        `${s}   1h   2026-11-22T11:00:00Z   authentication,signing   Proxy for managing TTL   system:bootstrappers:kubeadm:default-node-token`,
      using: (s) => `[token] Using token: ${s}`,
      'using bootstrap': (s) => `[bootstrap-token] Using token: ${s}`,
      sentence: (s) => `The bootstrap token ${s} was created for the new workers`,
      'delete by name': (s) => `kubeadm token delete ${s}`,
      deleted: (s) => `bootstrap token "${s}" deleted`,
      variable: (s) => `export KUBEADM_JOIN="${s}"`,
      yaml: (s) =>
        `bootstrapTokens:\n- groups:\n  - system:bootstrappers:kubeadm:default-node-token\n  token: ${s}`,
      discovery: (s) => `discovery:\n  bootstrapToken:\n    token: "${s}"`,
      discovered: (s) => `discovery-token is ${s} on 10.0.0.1:6443`,
      'tls bootstrap': (s) => `tlsBootstrapToken: ${s}`,
      rke2: (s) => `agent-token ${s} accepted by the bootstrap controller`,
      talos: (s) => `cluster.token (bootstrap): ${s}`,
      chat: (s) => `join token for kubeadm is below\n\n  ${s}\n`,
      klog: (s) => `I1122 10:00:00.000000       1 bootstrapsigner.go:212] signing for token ${s}`,
      'cloud init': (s) => `  - path: /etc/kubeadm/token\n    content: ${s}`,
    },
  ],
  [
    'vaults',
    () => hex(80),
    {
      file: (s) => `${vault()}\n${s}`,
      first: (s) => `$ANSIBLE_VAULT;1.1;AES256\n${s}\n${vaultLines('\n')}`,
      'with an id': (s) => `$ANSIBLE_VAULT;1.2;AES256;prod\n${s}\n${hex(40)}`,
      yaml: (s) =>
        `db_settings: !vault |\n          $ANSIBLE_VAULT;1.1;AES256\n          ${s}\n          ${hex(52)}`,
      'yaml in a list': (s) =>
        `  - !vault |-\n    $ANSIBLE_VAULT;1.1;AES256\n    ${s}\n    ${hex(80)}\n    ${hex(12)}`,
      json: (s) => `{"value": "$ANSIBLE_VAULT;1.1;AES256\\n${s}\\n${hex(64)}\\n"}`,
      'vault in JSON': (s) => `{"__ansible_vault": "$ANSIBLE_VAULT;1.1;AES256\\n${s}\\n${s}\\n"}`,
      'carriage returns': (s) => `$ANSIBLE_VAULT;1.1;AES256\r\n${s}\r\n${hex(80)}\r\n`,
      diff: (s) => `+      $ANSIBLE_VAULT;1.1;AES256\n+      ${s}\n+      ${hex(70)}`,
      quoted: (s) => `> $ANSIBLE_VAULT;1.1;AES256\n> ${s}\n> ${hex(30)}`,
      commented: (s) => `# $ANSIBLE_VAULT;1.1;AES256\n# ${s}\n# ${hex(30)}`,
      'escaped twice': (s) => `"stdout": "\\"$ANSIBLE_VAULT;1.1;AES256\\\\n${s}\\\\n${hex(44)}\\""`,
      'old version': (s) => `$ANSIBLE_VAULT;1.0;AES\n${s}\n${hex(80)}`,
      encrypt_string: (s) =>
        `$ ansible-vault encrypt_string\n!vault |\n          $ANSIBLE_VAULT;1.1;AES256\n          ${s}\nEncryption successful`,
      decrypted: (s) =>
        `ERROR! Attempting to decrypt\n$ANSIBLE_VAULT;1.1;AES256\n${s}\n${hex(80)}\nbut no vault secrets found`,
    },
  ],
  [
    'lists of credentials',
    password,
    {
      header: (s) => `credentials:\nalice:${s}\nbob:${password()}`,
      'header of users': (s) => `test users\nalice:${s}\nbob:${password()}\ncarol:${password()}`,
      accounts: (s) => `Accounts for the demo:\n  alice@example.com:${s}\n  bob@example.com:${password()}`,
      logins: (s) => `# logins\nalice:${s}\nbob:${password()}`,
      creds: (s) => `cat creds.txt\nadmin:${s}\nguest:${password()}`,
      'bare pair': (s) => `alice:${s}\nbob:${password()}`,
      'bare three': (s) => `alice:${password()}\nbob:${s}\ncarol:${password()}`,
      'bare addresses': (s) => `alice@example.com:${s}\nbob@example.org:${password()}`,
      bullets: (s) => `- alice:${s}\n- bob:${password()}`,
      'users file': (s) => `$ cat users.txt\nuser1:${s}\nuser2:${password()}\nuser3:${password()}`,
      'of hydra': (s) => `hydra -C logins.txt ssh://10.0.0.1\nroot:${s}\ntoor:${password()}`,
      'after a sentence': (s) => `Here are the accounts you asked for.\nalice:${s}\nbob:${password()}`,
      indented: (s) => `    alice:${s}\n    bob:${password()}\n    dora:${password()}`,
      windows: (s) => `logins:\r\nalice:${s}\r\nbob:${password()}\r\n`,
      one: (s) => `credentials\nalice:${s}\n`,
      'one in brackets': (s) => `The demo account (alice:${s}) is shared`,
    },
  ],
  [
    'webhook addresses',
    () => base62(32),
    {
      'collector with a key': (s) =>
        `https://http-intake.logs.datadoghq.eu/v1/input/${hex(32)}?ddsource=nodejs&k=${s}`,
      'integration with a key': (s) =>
        `https://events.pagerduty.com/integration/${hex(32)}/enqueue?auth=${s}`,
      'hook with a second part': (s) => `https://ci.example.com/hooks/${base62(24)}?s=${s}`,
      'webhook with a parameter': (s) =>
        `POST https://api.example.com/webhooks/incoming/${digits(8)}?v=2&h=${s}`,
      'hook in JSON': (s) => `{"url":"https://hooks.example.com/hooks/catch/${digits(6)}/?x=${s}"}`,
      'webhook of a bot': (s) => `webhook set to https://bot.example.com/webhook/telegram?s=${s}`,
      'azure function': (s) => `https://fn.azurewebsites.net/api/webhook/github?code=${s}==`,
      'make hook': (s) => `https://hook.eu1.make.com/${s}`,
      'n8n hook': (s) => `https://n8n.example.com/webhook/${s}`,
      'pipedream hook': (s) => `https://${s.slice(0, 15).toLowerCase()}.m.pipedream.net`,
    },
  ],
];
