import { before, isRandom, notPlaceholder, strong, type Rule } from './rule.ts';
import { isAtLeast } from '../evidence/values.ts';

/** Keys of networks and devices: SNMP, RADIUS, routers, VPNs, WLANs, directories. */
export const DEVICE_RULES: readonly Rule[] = [
  {
    kind: 'snmp-community',
    pattern:
      /\b(?:snmp-server[ \t]{1,4}(?:community|host[ \t]{1,4}\S{1,100}(?:[ \t]{1,4}(?:traps|informs))?(?:[ \t]{1,4}version[ \t]{1,4}(?:1|2c|3[ \t]{1,4}\w{1,10}))?)|snmp[ \t]{1,4}community|r[ow]community6?|com2sec6?[ \t]{1,4}\S{1,60}[ \t]{1,4}\S{1,60}|trap2?sink[ \t]{1,4}\S{1,100}|trapcommunity|createUser[ \t]{1,4}\S{1,60}[ \t]{1,4}(?:MD5|SHA[\w-]{0,5}))[ \t]{1,4}["']?(?<secret>[^\s"';]{4,128})/dgi,
    hints: ['snmp', 'community', 'com2sec', 'sink', 'createuser'],
    accept: (secret) =>
      !/^(?:public|version|traps|informs|community|udp|port)$|^-/i.test(secret) && notPlaceholder(secret),
  },
  {
    kind: 'snmp-community',
    pattern:
      /\bcreateUser[ \t][^\r\n]{1,200}?[ \t](?:AES|DES)\d{0,3}[ \t]{1,4}["']?(?<secret>[^\s"';]{4,128})/dg,
    hints: ['createuser'],
  },
  {
    // keys of routers, also as they store them
    kind: 'device-key',
    pattern:
      /\b(?:(?:tacacs|radius)(?:-server)?\b[^\r\n]{0,120}?[ \t]key|isakmp[ \t]{1,4}key|pac[ \t]{1,4}key|(?:message-digest-key|authentication-key)[ \t]{1,4}\d{1,5}[ \t]{1,4}(?:md5|hmac-sha\S{1,6}|sha\d{1,3})|key-string|pre-shared-key[ \t]{1,4}(?:local|remote|ascii-text|hexadecimal)|wpa-psk[ \t]{1,4}(?:ascii|hex)|neighbor[ \t]{1,4}\S{1,60}[ \t]{1,4}password|enable[ \t]{1,4}(?:algorithm-type[ \t]{1,4}\S{1,20}[ \t]{1,4})?(?:secret|password)(?:[ \t]{1,4}level[ \t]{1,4}\d{1,2})?)[ \t]{1,4}(?:\d[ \t]{1,4})?["']?(?<secret>[^\s"';]{4,200})/dgi,
    hints: [
      'tacacs',
      'radius',
      'isakmp',
      'pac key',
      'digest-key',
      'tion-key',
      'key-string',
      'shared-key',
      'wpa-psk',
      'neighbor',
      'enable',
    ],
    accept: (secret) => isAtLeast(secret, 'literal', 1) && /[\d!@#$%^&*]/.test(secret),
  },
  {
    kind: 'device-key',
    pattern:
      /(?:^|\n|[ \t])(?:key|password|secret|passphrase)[ \t]{1,4}[0456789][ \t]{1,4}(?<secret>[^\s"';,]{8,200})[ \t]{0,4}(?=\r?\n|$)/dg,
    hints: ['key ', 'password ', 'secret ', 'passphrase '],
    accept: (secret) => isAtLeast(secret, 'code', 2),
  },
  {
    kind: 'password',
    pattern:
      /\busername[ \t]{1,4}\S{1,60}[ \t][^\r\n]{0,60}?(?:password|secret)[ \t]{1,4}(?:\d[ \t]{1,4})?(?<secret>[^\s"';]{4,200})/dg,
    hints: ['username'],
    accept: (secret) => isAtLeast(secret, 'code', 2),
  },
  {
    kind: 'device-key',
    pattern: /"(?<secret>[^"\r\n]{6,300})";[ \t]{0,4}## SECRET-DATA/dg,
    hints: ['secret-data'],
  },
  {
    kind: 'device-key',
    pattern:
      /\b(?:[\w-]{0,30}(?:password|passwd|secret|key|passphrase))[ \t]{1,4}ENC[ \t]{1,4}(?<secret>[^\s"']{8,1000})/dg,
    hints: [' enc '],
  },
  {
    // strongSwan, pppd
    kind: 'device-key',
    pattern: /[ \t]:[ \t]{1,4}(?:PSK|XAUTH|EAP|NTLM)[ \t]{1,4}["'](?<secret>[^"'\r\n]{3,200})["']/dg,
    hints: ['psk', 'xauth', 'eap', 'ntlm'],
    accept: notPlaceholder,
  },
  {
    kind: 'device-key',
    pattern:
      /(?:^|\n)[^\s*#"']{1,60}[ \t]{1,8}\*[ \t]{1,8}["']?(?<secret>[^\s"'*]{5,128})["']?[ \t]{1,8}\*/dg,
    hints: ['*'],
    accept: strong,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:wpa_passphrase[ \t]{1,4}(?:"[^"\r\n]{1,64}"|\S{1,64})|nmcli\b[^\r\n]{0,200}?[ \t]password|(?:insecure-)password|passwd\/[a-z]{1,20}-password(?:-again)?[ \t]{1,4}password)[ \t]{1,4}["']?(?<secret>[^\s"']{4,128})/dg,
    hints: ['wpa_passphrase', 'nmcli', 'insecure-password', 'passwd/'],
    accept: notPlaceholder,
  },
  {
    kind: 'device-key',
    pattern:
      /\boption[ \t]{1,4}(?:key\d?|password|psk|sae_password|auth_secret|priv_key_pwd|preshared_key|private_key)[ \t]{1,4}["'](?<secret>[^"'\r\n]{5,128})["']/dg,
    hints: ['option'],
    accept: notPlaceholder,
  },
  {
    // LDAP, keepalived, kickstart
    kind: 'password',
    pattern:
      /\b(?:(?:nss_|root)?bind_?pw|rootpw(?:modpw)?|olcRootPW|auth_pass)(?:[ \t]{1,8}--(?:plaintext|iscrypted))?(?:[ \t]{1,20}|:[ \t]{1,4}|[ \t]{0,4}=[ \t]{0,4})["']?(?<secret>[^\s"'<>-][^\s"'<>]{2,128})/dgi,
    hints: ['bindpw', 'bind_pw', 'rootpw', 'auth_pass'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /\{(?:PLAIN|CLEARTEXT|CRAM-MD5|DIGEST-MD5|NT|LANMAN)\}(?<secret>[^\s"':]{4,128})/dg,
    hints: ['{plain}', '{cleartext}', '-md5}', '{nt}', '{lanman}'],
    accept: notPlaceholder,
  },
  {
    kind: 'private-key',
    pattern: /BEGIN OpenVPN Static key V1-----\s{1,8}(?<secret>(?:[0-9a-f]{16,64}\s{1,8}){1,40})/dg,
    hints: ['openvpn static key'],
  },
  {
    kind: 'password',
    pattern: /<auth-user-pass>\s{1,8}\S{1,100}\s{1,8}(?<secret>\S{3,128})/dg,
    hints: ['<auth-user-pass>'],
    accept: notPlaceholder,
  },
  {
    kind: 'snmp-community',
    pattern: /(?:^|\n)[ \t]{0,8}community[ \t]{1,4}["']?(?<secret>[^\s"';]{8,128})/dgi,
    hints: ['community'],
    accept: (secret) => isAtLeast(secret, 'code', 3),
  },
  {
    kind: 'snmp-community',
    pattern:
      /(?:^|[\s{,"'])(?:\w{1,20}_)?community(?:_?string)?\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?<secret>[^\s"',;}\\]{6,128})/dgi,
    hints: ['community'],
    accept: (secret, hit) => /snmp/i.test(before(hit)) && strong(secret) && isRandom(secret),
  },
];
