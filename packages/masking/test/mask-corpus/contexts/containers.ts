import type { ContextGroup } from './secrets.ts';
import { chosen } from './secrets.ts';
import { wordy } from './words.ts';

const ofPasswords: Record<string, (secret: string) => string> = {
  old: (s) => `{"password": {"old": "${s}", "new": null}}`,
  'old and new': (s) => `{"password":{"old":"x","new":"${s}"},"id":4}`,
  'over lines': (s) => `"password": {\n  "current": "${s}",\n  "confirm": "${s}"\n}`,
  python: (s) => `{'password': {'old': '${s}'}}`,
  ruby: (s) => `{:password=>{:old=>"${s}"}}`,
  'ruby new': (s) => `{password: {old: "${s}"}}`,
  escaped: (s) => `{"body":"{\\"password\\":{\\"old\\":\\"${s}\\"}}"}`,
  deeper: (s) => `{"password": {"update": {"from": {"value": "${s}"}}}}`,
  'a list': (s) => `{"passwords": ["${s}"]}`,
  'a list of two': (s) => `{"passwords": ["first-one", "${s}"]}`,
  'a list under one name': (s) => `{"password": ["${s}"]}`,
  'a map': (s) => `{"passwords": {"value": "${s}"}}`,
  yaml: (s) => `password:\n  old: ${s}\n  new: ${s}\n`,
  'yaml deeper': (s) => `users:\n  password:\n    current: "${s}"\n`,
  'yaml list': (s) => `passwords:\n  - ${s}\n`,
  'go map': (s) => `map[password:map[old:${s} new:x]]`,
  java: (s) => `{password={old=${s}, new=x}}`,
  form: (s) => `password[old]=${s}&password[new]=x`,
  dotted: (s) => `password.old=${s}`,
  xml: (s) => `<password><old>${s}</old></password>`,
  toml: (s) => `password = { old = "${s}" }`,
  javascript: (s) => `const password = { old: '${s}', new: '' };`,
};

const ofTokens: Record<string, (secret: string) => string> = {
  access: (s) => `{"token": {"access": "${s}", "expires_in": 3600}}`,
  refresh: (s) => `{"token":{"type":"bearer","refresh":"${s}"}}`,
  tokens: (s) => `{"tokens": {"access": "${s}"}}`,
  keys: (s) => `{"api_keys": ["${s}"]}`,
  'keys of one line each': (s) => `"apiKeys": [\n  "${s}",\n  "x"\n]`,
  'named keys': (s) => `{"api_keys": {"prod": "${s}"}}`,
  'keys with names': (s) => `{"api_keys": [{"name": "prod", "value": "${s}"}]}`,
  secret: (s) => `{"secret": {"value": "${s}"}}`,
  'secret deeper': (s) => `{"secret":{"stripe":{"live":"${s}"}}}`,
  secrets: (s) => `{"secrets": {"stripe": "${s}"}}`,
  python: (s) => `{'api_key': {'primary': '${s}'}}`,
  yaml: (s) => `token:\n  access: ${s}\n`,
  'yaml map': (s) => `api_keys:\n  prod: ${s}\n`,
  'yaml flow': (s) => `token: {access: ${s}, refresh: x}`,
  'yaml flow list': (s) => `api_keys: [${s}, x]`,
  'go map': (s) => `map[token:map[access:${s}]]`,
  xml: (s) => `<token><access>${s}</access></token>`,
  escaped: (s) => `"{\\"token\\":{\\"access\\":\\"${s}\\"}}"`,
  'escaped twice': (s) => `"{\\\\\\"api_keys\\\\\\":[\\\\\\"${s}\\\\\\"]}"`,
  form: (s) => `token[access]=${s}&token[type]=bearer`,
  credentials: (s) => `{"credentials": {"username": "bob", "token": {"value": "${s}"}}}`,
};

export const containers: ContextGroup[] = [
  ['containers', wordy.dashed, ofPasswords],
  ['containers', wordy.numbered, ofPasswords],
  ['containers', chosen.password, ofPasswords],
  ['containers', (): string => chosen.token().slice(0, 14) + '7', ofTokens],
  ['containers', chosen.hex, ofTokens],
  ['containers', chosen.base64url, ofTokens],
];
