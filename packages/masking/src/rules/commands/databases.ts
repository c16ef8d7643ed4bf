import { notPlaceholder, type Rule } from '../rule.ts';

/** Clients of databases, of registries and of whatever else is logged into. */
export const DATABASE_COMMAND_RULES: readonly Rule[] = [
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
    pattern:
      /\b(?:sqlplus|expdp|impdp|sqlldr|rman)\s[^\n|;&]{0,60}?\b\w{1,64}\/(?<secret>[^\s@"'/]{3,128})@/dg,
    hints: ['sqlplus', 'expdp', 'impdp', 'sqlldr', 'rman'],
    accept: notPlaceholder,
  },
];
