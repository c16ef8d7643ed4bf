import { notPlaceholder, type Rule } from '../rule.ts';

/** Rules for commands that set or pipe the password of a system account. */
export const ACCOUNT_COMMAND_RULES: readonly Rule[] = [
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
      /\bnet[ \t]{1,4}use[ \t]{1,4}(?:\S{1,3}:?[ \t]{1,4})?\\{2,4}[^\s]{1,200}[ \t]{1,4}(?<secret>[^\s/*"'-][^\s"']{3,128})(?=[ \t])/dgi,
    hints: ['net use'],
    accept: notPlaceholder,
  },
  {
    kind: 'password',
    pattern:
      /\bchpasswd\b[^]{0,80}?\n[ \t]{0,20}(?:- )?[a-z_][\w-]{0,31}:(?<secret>[^\s:]{4,128})(?=\r?\n|$)/dg,
    hints: ['chpasswd'],
    accept: (secret) => notPlaceholder(secret) && !/^R(?:ANDOM)?$/.test(secret),
  },
];
