import { before, isRandom, isUserinfo, notPlaceholder, strong, type Rule } from './rule.ts';
import { isAtLeast } from '../evidence/values.ts';

/** What is given to commands. */
export const COMMAND_RULES: readonly Rule[] = [
  {
    kind: 'basic-credentials',
    pattern:
      /\s(?:-u|--user|--proxy-user|-U|-a|--auth)(?:[ =]{1,2}|(?=["']))(?<secret>"[^"\s:]{0,128}:[^"\r\n]{1,256}(?=")|'[^'\s:]{0,128}:[^'\r\n]{1,256}(?=')|[^\s:"'`]{0,128}:[^\s"'`]{1,256})/dg,
    hints: ['curl', 'wget', 'http', 'xh'],
    accept: (secret, hit) => {
      const text = secret.replace(/^["']/, '');
      return (
        /\b(?:curl|wget|https?ie|xh|http)\b/.test(before(hit)) && !/^\d+:\d+$/.test(text) && isUserinfo(text)
      );
    },
  },
  {
    kind: 'password',
    pattern: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}["']?(?<secret>[^\s"']{3,})/dg,
    hints: ['sshpass'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:mysql|mariadb)(?:-?(?:dump|admin|import|show|check))?[ \t][^\n|;&]{0,200}?(?<=\s)-p["']?(?<secret>[^\s"'-][^\s"']{2,})/dg,
    hints: ['mysql', 'mariadb'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:redis-cli|(?:docker|podman|oras|crane|helm|registry|az|oc|cf|nerdctl|buildah|skopeo)[ \t]{1,4}(?:registry[ \t]{1,4})?login|mongo(?:sh|dump|restore|export|import)?|sqlcmd|bcp|ldapsearch|ldapmodify|smbclient)[ \t][^\n|;&]{0,200}?(?<=\s)(?:-p|-P|-w|-a|-A|-X|-c|--pass)[ \t=]{1,4}["']?(?<secret>[^\s"'-][^\s"']{2,})/dg,
    hints: ['redis-cli', 'login', 'mongo', 'sqlcmd', 'bcp', 'ldap', 'smbclient'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"']{3,})/dg,
    hints: ['pass:'],
    accept: notPlaceholder,
  },
  {
    kind: 'basic-credentials',
    pattern:
      /["'](?:-u|--user|--proxy-user)["'],\s{0,20}["'](?<secret>[^\s"':]{0,128}:[^"'\r\n]{1,256})(?=["'])/dg,
    hints: ['curl', 'http'],
    accept: (secret) => !/^\d+:\d+$/.test(secret) && isUserinfo(secret),
  },
  {
    kind: 'basic-credentials',
    pattern: /\bcurl\b[^\n|;&]{0,200}?\s-u(?<secret>[^\s:"'`-][^\s:"'`]{0,64}:[^\s"'`]{1,128})/dg,
    hints: ['curl'],
    accept: isUserinfo,
  },
  {
    // `echo pw | sudo -S`, `echo user:pw | chpasswd`, `| docker login --password-stdin`
    kind: 'password',
    pattern:
      /\b(?:echo|printf)\s{1,4}(?:-\w{1,3}\s{1,4})?(?:["'](?<secret>[^"'\r\n|]{3,200})["']|(?<bare>[^\s"'|]{3,200}))\s{0,4}\|\s{0,4}(?:sudo\s{1,4}(?:-S|chpasswd)|chpasswd|passwd\b|(?:docker|podman|helm|oras)[^\r\n]{0,200}--password-stdin|gh auth login|base64\b)/dg,
    hints: ['sudo', 'passwd', 'password-stdin', 'gh auth', 'base64'],
    accept: (secret) =>
      notPlaceholder(secret) && !/^\$[\w{]/.test(secret) && !(/\s/.test(secret) || /^\w{3,8}$/.test(secret)),
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
    kind: 'password',
    pattern:
      /\b(?:sqlplus|expdp|impdp|sqlldr|rman)\s[^\n|;&]{0,60}?\b\w{1,64}\/(?<secret>[^\s@"'/]{3,128})@/dg,
    hints: ['sqlplus', 'expdp', 'impdp', 'sqlldr', 'rman'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern: /\b(?:send|sendline)\s{0,2}\(?["'](?<secret>[^"'\r\n\\]{4,128})\\[rn]["']/dg,
    hints: ['send'],
    accept: (secret) => isAtLeast(secret, 'literal', 2) && !/\s/.test(secret),
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
    kind: 'password',
    pattern:
      /\bnet[ \t]{1,4}use[ \t]{1,4}(?:\S{1,3}:?[ \t]{1,4})?\\{2,4}[^\s]{1,200}[ \t]{1,4}(?<secret>[^\s/*"'-][^\s"']{3,128})(?=[ \t])/dgi,
    hints: ['net use'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\blftp\b[^\n|;&]{0,100}?-u[ \t]{1,4}["']?[^\s,"']{1,100},(?<secret>[^\s"']{3,128})|--cert[ \t=]{1,4}["']?[^\s:"']{1,200}:(?<bare>[^\s"'\\/]{3,128})/dg,
    hints: ['lftp', '--cert'],
    accept: notPlaceholder,
  },
  {
    kind: 'token',
    pattern:
      /-Dsonar\.login=["']?(?<secret>[^\s"']{6,128})|\bvault[ \t]{1,4}login[ \t]{1,4}(?:-\S{1,40}[ \t]{1,4}){0,3}(?:token=)?(?<bare>[^\s"'=-][^\s"'=]{7,200})(?=\s|$)/dg,
    hints: ['sonar.login', 'vault login'],
    accept: strong,
  },
  {
    // what clients say to servers of mail, files and Redis
    kind: 'password',
    pattern:
      /(?:^|\n|[>$] |: |"|C: |--> ?)(?:PASS[ \t]{1,4}|AUTH[ \t]{1,4}(?:[\w.@-]{1,64}[ \t]{1,4})?|\w{1,10}[ \t]LOGIN[ \t]{1,4}["']?[^\s"']{1,128}["']?[ \t]{1,4}|IDENTIFY[ \t]{1,4}(?:\S{1,40}[ \t]{1,4})?)["']?(?<secret>[^\s"']{4,128})["']?[ \t]{0,8}(?=\\?[\r\n"]|$)/dg,
    hints: ['pass ', 'auth ', 'login ', 'identify '],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
  {
    kind: 'password',
    pattern: /\bIDENTIFY[ \t]{1,4}(?:\S{1,40}[ \t]{1,4})?(?<secret>[^\s"']{4,128})[ \t]{0,8}(?=[\r\n"]|$)/dg,
    hints: ['identify '],
    accept: (secret) => strong(secret) && isRandom(secret),
  },
  {
    kind: 'password',
    pattern:
      /\bchpasswd\b[^]{0,80}?\n[ \t]{0,20}(?:- )?[a-z_][\w-]{0,31}:(?<secret>[^\s:]{4,128})(?=\r?\n|$)/dg,
    hints: ['chpasswd'],
    accept: (secret) => notPlaceholder(secret) && !/^R(?:ANDOM)?$/.test(secret),
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
