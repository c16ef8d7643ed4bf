/** Edits of a contract, by places that are written as names with blanks between; numbers count in lists. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Edit = (document: Json) => void;

/** The holder and name of a place, which is written as names with blanks between; numbers count in lists. */
export function find(document: Json, path: string): { holder: Record<string, Json>; name: string } {
  const names = path.split(' ');
  const name = names.pop()!;
  const holder = names.reduce<Json>((at, each) => {
    const next = (at as Record<string, Json>)[each];
    if (next === undefined) throw new Error(`there is no ${each} of ${path}`);
    return next;
  }, document);
  return { holder: holder as Record<string, Json>, name };
}
export const value = (document: Json, path: string): Json => {
  const { holder, name } = find(document, path);
  if (holder[name] === undefined) throw new Error(`there is no ${path}`);
  return holder[name];
};

export const set =
  (path: string, to: Json): Edit =>
  (document) => {
    const { holder, name } = find(document, path);
    holder[name] = structuredClone(to);
  };
export const drop =
  (path: string): Edit =>
  (document) => {
    value(document, path);
    const { holder, name } = find(document, path);
    delete holder[name];
  };
export const push =
  (path: string, ...more: Json[]): Edit =>
  (document) => {
    (value(document, path) as Json[]).push(...structuredClone(more));
  };
/** Takes the entries out of a list whose text holds a word. */
export const pull =
  (path: string, word: string): Edit =>
  (document) => {
    const { holder, name } = find(document, path);
    const list = value(document, path) as Json[];
    holder[name] = list.filter((each) => !JSON.stringify(each).includes(word));
    if (holder[name].length === list.length) throw new Error(`${path} has no ${word}`);
  };
export const move =
  (from: string, to: string): Edit =>
  (document) => {
    set(to, value(document, from))(document);
    drop(from)(document);
  };
export const inline =
  (path: string): Edit =>
  (document) => {
    const { $ref } = value(document, path) as { $ref: string };
    set(path, value(document, $ref.slice(2).replaceAll('/', ' ')))(document);
  };

export const schema = (path: string): string => `components schemas ${path}`;
export const list = 'paths /transfers get';
export const create = 'paths /transfers post';
export const created = schema('TransferCreated');
export const ok = { description: 'It is.', content: { 'application/json': { schema: { type: 'object' } } } };
export const query = (required: boolean): Json => ({
  name: 'q',
  in: 'query',
  required,
  schema: { type: 'string' },
});
