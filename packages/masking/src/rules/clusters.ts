import { isWordy } from '../evidence/wordy.ts';
import { before, type Hit, type Rule } from './rule.ts';

const OF_KUBEADM = /kubeadm|bootstrap[-_ ]?(?:token|signer|controller)|bootstrappers/i;
const TOKEN_BEFORE = /(?<![a-z])tokens?(?![a-z_])[^\r\n]{0,60}$/i;

/** Rules for tokens that let machines join a cluster, and for values encrypted for them. */
export const CLUSTER_RULES: readonly Rule[] = [
  {
    kind: 'kubernetes-token',
    pattern: /(?<![\w.-])(?<secret>[a-z0-9]{6}\.[a-z0-9]{16})(?![\w.-])/dg,
    hints: ['kubeadm', 'bootstrap', 'token'],
    accept: isBootstrapToken,
  },
  {
    kind: 'ansible-vault',
    pattern:
      /\$ANSIBLE_VAULT;\d\.\d;AES\d{0,3}(?:;[\w.-]{1,60})?(?<secret>(?:(?:\\{1,8}[nrt]|[\s>|#+-]){1,80}[0-9a-f]{6,128}(?![\w:.-])){1,20000})/dg,
    hints: ['$ansible_vault'],
  },
];

/** The id of a token may be a word; then what stands around has to say what it is, as it has without a digit. */
function isBootstrapToken(secret: string, hit: Hit): boolean {
  const [id, key] = secret.split('.') as [string, string];
  if (!/[a-z]/.test(key) || (!/\d/.test(key) && isWordy(key))) return false;
  const end = hit.start + secret.length;
  const lineAfter = /^[^\r\n]*/.exec(hit.text.slice(end, end + 200)) as RegExpExecArray;
  const near = before(hit);
  if (OF_KUBEADM.test(near) || OF_KUBEADM.test(lineAfter[0])) return true;
  return /\d/.test(id) && /[a-z]/.test(id) && /\d/.test(key) && TOKEN_BEFORE.test(near.slice(-80));
}
