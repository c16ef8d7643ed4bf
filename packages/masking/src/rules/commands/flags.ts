import { notPlaceholder, strong, type Rule } from '../rule.ts';

/** Tools with a flag for a password or a token. */
export const FLAG_RULES: readonly Rule[] = [
  {
    kind: 'password',
    pattern: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?(?<secret>[^\s"']{3,})/dg,
    hints: ['sshpass'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"']{3,})/dg,
    hints: ['pass:'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:htpasswd(?:\s{1,4}-\w{1,8}){0,4}\s{1,4}-\w{0,8}b\w{0,8}(?:\s{1,4}-\w{1,8}){0,4}\s{1,4}\S{1,200}\s{1,4}\S{1,100}|7z[az]?\s[^\n|;&]{0,100}?\s-p(?=\S)|rabbitmqctl\s[^\n|;&]{0,60}?(?:add_user|change_password|authenticate_user)\s{1,4}\S{1,100}|net\s{1,4}use\s[^\n|;&]{0,200}?\/user:\S{1,100}|net\s{1,4}user\s{1,4}[^\s/]{1,100}|mc\s{1,4}(?:alias\s{1,4}set|config\s{1,4}host\s{1,4}add)\s{1,4}\S{1,60}\s{1,4}\S{1,200}\s{1,4}\S{1,100}|psexec\S{0,8}\s[^\n|;&]{0,200}?\s-p|gh\s{1,4}secret\s{1,4}set\s[^\n|;&]{0,100}?(?:--body|-b)|aws\s{1,4}configure\s{1,4}set\s{1,4}\S{0,60}(?:secret|token)\S{0,30})[ \t]{0,4}["']?(?<secret>[^\s"'/*-][^\s"']{2,128})/dgi,
    hints: ['htpasswd', '7z', 'rabbitmqctl', 'net ', 'mc ', 'psexec', 'gh secret', 'aws configure'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /\bsmb\w{0,8}\s[^\n|;&]{0,200}?-U\s{0,4}["']?[\w.\\/-]{1,100}%(?<secret>[^\s"']{3,128})/dg,
    hints: ['smb'],
    accept: notPlaceholder,
  },
  {
    // tools with a flag for a password
    kind: 'password',
    pattern:
      /\b(?:twine|ipmitool|useradd|usermod|cqlsh|cypher-shell|beeline|tsql|isql|evil-winrm|crackmapexec|netexec|nxc|smbmap|mosquitto_(?:pub|sub)|ldap(?:add|delete|passwd|whoami|compare)|plink|pscp|psftp|influx|ncftp\w{0,4}|svn|mongos(?:tat|h)?|impala-shell|winexe|vncviewer|cmdkey|xfreerdp|rdesktop|wfreerdp|schtasks|openssl[ \t]{1,4}enc|(?:dotnet[ \t]{1,4})?nuget[ \t]{1,4}(?:push|setapikey)|choco[ \t]{1,4}push|sshpass|unrar|rar|bcp)(?:\.exe)?[ \t][^\n|;&]{0,200}?(?<=\s)(?:-p|-P|-pw|-w|-a|-A|-X|-c|-k|\/rp|\/p|\/pass)(?:[ \t=:]{1,4})["']?(?<secret>[^\s"'-][^\s"']{2,128})/dgi,
    hints: [
      'twine',
      'ipmitool',
      'useradd',
      'usermod',
      'cqlsh',
      'cypher-shell',
      'beeline',
      'tsql',
      'isql',
      'winrm',
      'mapexec',
      'netexec',
      'nxc',
      'smbmap',
      'mosquitto_',
      'ldap',
      'plink',
      'pscp',
      'psftp',
      'influx',
      'ncftp',
      'svn',
      'mongos',
      'impala',
      'winexe',
      'vnc',
      'cmdkey',
      'freerdp',
      'rdesktop',
      'schtasks',
      'openssl',
      'nuget',
      'choco',
      'sshpass',
      'bcp',
    ],
    accept: (secret) =>
      notPlaceholder(secret) && !/^\d{1,5}$|^[\w/.-]+\/|^(?:aes|des|md5|sha)[\d-]*$/i.test(secret),
  },
  {
    // the password without a space after its flag
    kind: 'password',
    pattern:
      /\b(?:unrar|rar|7z[az]?|bcp|isql|sqlcmd|sshpass|lpr|mongo(?:sh)?|cqlsh)[ \t][^\n|;&]{0,200}?(?<=\s)-[pP](?=[^\s-])["']?(?<secret>[^\s"'=/][^\s"']{3,128})/dg,
    hints: ['rar ', '7z', 'bcp', 'isql', 'sqlcmd', 'sshpass', 'mongo', 'cqlsh'],
    accept: (secret) => strong(secret) && !/^\d{1,5}$/.test(secret),
  },
  {
    kind: 'token',
    pattern:
      /-Dsonar\.login=["']?(?<secret>[^\s"']{6,128})|\bvault[ \t]{1,4}login[ \t]{1,4}(?:-\S{1,40}[ \t]{1,4}){0,3}(?:token=)?(?<bare>[^\s"'=-][^\s"'=]{7,200})(?=\s|$)/dg,
    hints: ['sonar.login', 'vault login'],
    accept: strong,
  },
  {
    kind: 'password',
    pattern:
      /\bsnmp[a-z]{1,12}[ \t][^\n|;&]{0,200}?[ \t]-[Ac][ \t]{0,4}["']?(?<secret>[^\s"'-][^\s"']{2,128})/dg,
    hints: ['snmp'],
    accept: (secret) => !/^public$/.test(secret) && notPlaceholder(secret),
  },
  {
    kind: 'password',
    pattern:
      /\bsnmp[a-z]{1,12}[ \t][^\n|;&]{0,300}?[ \t]-X[ \t]{0,4}["']?(?<secret>[^\s"'-][^\s"']{2,128})/dg,
    hints: ['snmp'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /\b(?:un)?zip[ \t][^\n|;&]{0,60}?(?<=\s)-P[ \t]{0,4}["']?(?<secret>[^\s"'-][^\s"']{2,128})/dg,
    hints: ['zip '],
    accept: notPlaceholder,
  },
];
