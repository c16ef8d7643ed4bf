import { before, isUserinfo, notPlaceholder, type Rule } from '../rule.ts';

/** Commands that speak HTTP or FTP: user names with passwords, and the keys of certificates. */
export const WEB_COMMAND_RULES: readonly Rule[] = [
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
    kind: 'password',
    pattern:
      /\blftp\b[^\n|;&]{0,100}?-u[ \t]{1,4}["']?[^\s,"']{1,100},(?<secret>[^\s"']{3,128})|--cert[ \t=]{1,4}["']?[^\s:"']{1,200}:(?<bare>[^\s"'\\/]{3,128})/dg,
    hints: ['lftp', '--cert'],
    accept: notPlaceholder,
  },
];
