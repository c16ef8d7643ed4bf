import { randomText } from '../random.ts';
import type { ContextGroup } from './secrets.ts';

const { base36, base64, base64url, hex, uuid } = randomText(40_014);

/** Output of single products. */
export const products: ContextGroup[] = [
  [
    'products',
    () => base36(20),
    {
      thingsboard: (s) => `curl http://thingsboard.cloud/api/v1/${s}/telemetry`,
      'thingsboard by coap': (s) => `coap://tb.example.com/api/v1/${s}/attributes`,
      'thingsboard provision': (s) => `{"provisionDeviceKey": "${s}", "deviceName": "d"}`,
    },
  ],
  [
    'products',
    () => hex(32),
    {
      'jenkins crumb': (s) => `-H 'Jenkins-Crumb:${s}'`,
      'jenkins crumb in JSON': (s) => `{"crumb":"${s}","crumbRequestField":"Jenkins-Crumb"}`,
      'session of GitLab': (s) => `_gitlab_session=${s}`,
      'session of GitLab in a header': (s) => `Set-Cookie: _gitlab_session=${s}; path=/`,
      'nessus agent': (s) => `nessuscli agent link --key=${s}${s} --host=cloud`,
      asrep: (s) => `$krb5asrep$23$bob@X.LOCAL:${s}$${s}${s}${s}`,
      tgs: (s) => `$krb5tgs$23$*bob$X.LOCAL$http/web*$${s}$${s}${s}${s}`,
      'kubeadm token': (s) => `kubeadm join 10.0.0.1:6443 --token ${s.slice(0, 6)}.${s.slice(6, 22)}`,
    },
  ],
  [
    'products',
    uuid,
    {
      'cypress key': (s) => `npx cypress run --record --key ${s}`,
      'cypress variable': (s) => `CYPRESS_RECORD_KEY=${s}`,
      'splunk collector': (s) => `splunk.hec=${s.toUpperCase()}`,
      'splunk header': (s) => `Authorization: Splunk ${s}`,
    },
  ],
  [
    'products',
    () => base64(43),
    {
      'unseal key': (s) => `Unseal Key 1: ${s}=`,
      'recovery key': (s) => `Recovery Key 3: ${s}=`,
      'event key': (s) => `INNGEST_EVENT_KEY=${s.replaceAll(/[+/]/g, '_')}${s.replaceAll(/[+/]/g, '-')}`,
      'event address': () => `https://inn.gs/e/${base64url(86)}`,
      'field before its type': (s) => `<input value="${s}" name="p" type="password">`,
    },
  ],
];
