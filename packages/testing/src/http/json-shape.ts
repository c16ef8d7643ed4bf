import { limits } from '@tempshare/contract';
import type { ProblemError } from '@tempshare/sdk/types';

const MAX_MEMBERS = limits.json.members;
const MAX_DEPTH = limits.json.depth;
const MAX_NAME = limits.json.nameLength;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

interface Container {
  names: Set<string> | undefined;
  at: string | number;
}

/** Checks the shape of a JSON text that parses: depth, members, duplicate names. */
export function shapeFault(text: string): ProblemError | undefined {
  const open: Container[] = [];
  let members = 0;
  let expectsName = false;
  const fault = (code: string, detail: string, ...path: (string | number)[]): ProblemError => {
    const escaped = path.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
    return { pointer: ['/body', ...escaped].join('/'), code, detail };
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const container = open.at(-1);
    if (token === '}' || token === ']') {
      open.pop();
      expectsName = false;
    } else if (!token.startsWith('"')) {
      if (++members > MAX_MEMBERS) return fault('too_many_members', 'has more members than any request here');
      if (token === ',' && typeof container?.at === 'number') container.at++;
      if (token !== ',' && open.length === MAX_DEPTH)
        return fault('too_deep', 'is nested deeper than any request here');
      if (token === '{') open.push({ names: new Set(), at: '' });
      if (token === '[') open.push({ names: undefined, at: 0 });
      expectsName = open.at(-1)?.names !== undefined;
    } else if (expectsName && container?.names) {
      expectsName = false;
      const path = open.slice(0, -1).map(({ at }) => at);
      if (new TextEncoder().encode(token).length > MAX_NAME)
        return fault('unknown_property', 'has a name that is longer than any field here', ...path);
      container.at = JSON.parse(token) as string;
      if (container.names.has(container.at))
        return fault('duplicate_member', 'stands there more than once', ...path, container.at);
      container.names.add(container.at);
    }
  }
  return undefined;
}
