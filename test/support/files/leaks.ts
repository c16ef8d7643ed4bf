/** A search for values in the files of a server. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Returns the files below a directory that were written since a time, without zeros at their end, by their paths. */
export async function readAll(directory: string, sinceMs = 0): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) =>
    (await stat(path)).mtimeMs < sinceMs ? [] : [[path, withoutZeros(await readFile(path))] as const],
  );
  return new Map((await Promise.all(files)).flat());
}

function withoutZeros(content: Buffer): Buffer {
  let end = content.length;
  while (end > 0 && content[end - 1] === 0) end--;
  return content.subarray(0, end);
}

/** The names of the files that hold a value: its bytes, or those of its hexadecimal, base64 or base64url form. */
export function filesWith(files: Map<string, Buffer>, value: string | Uint8Array): string[] {
  const found = findValues(files, new Map([['', value]]));
  return [...new Set(found.map(({ file }) => file))];
}

/** Finds the places where files hold one of several values, in any of these forms. Reads each file once. */
export function findValues(
  files: Map<string, Buffer>,
  values: Map<string, string | Uint8Array>,
): { what: string; file: string }[] {
  /** Forms by their first four bytes. */
  const forms = new Map<number, { what: string; form: Buffer }[]>();
  /** Whether a form begins with these two bytes. */
  const begins = new Uint8Array(65_536);
  for (const [what, value] of values) {
    for (const form of formsOf(value).map((each) => Buffer.from(each as string))) {
      const head = form.readInt32LE(0);
      forms.set(head, [...(forms.get(head) ?? []), { what, form }]);
      begins[form.readUInt16LE(0)] = 1;
    }
  }
  return [...files].flatMap(([file, content]) => {
    const found = new Set<string>();
    for (let at = 0; at + 4 <= content.length; at++) {
      if (begins[content[at]! | (content[at + 1]! << 8)] === 0) continue;
      for (const { what, form } of forms.get(content.readInt32LE(at)) ?? [])
        if (content.subarray(at, at + form.length).equals(form)) found.add(what);
    }
    return [...found].map((what) => ({ what, file }));
  });
}

function formsOf(value: string | Uint8Array): (string | Buffer)[] {
  const bytes = Buffer.from(value as string);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  // A short value leaves too little to tell it from chance.
  const long = base64.filter((form) => form.length > 6);
  return [
    bytes,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...(typeof value === 'string' ? [Buffer.from(value, 'utf16le')] : []),
    ...long,
    ...long.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** A statement in the embedded database of a server that runs on this directory. */
export async function embeddedQuery(dataDir: string, sql: string, values: unknown[] = []): Promise<void> {
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  const host = join(dataDir, 'postgres');
  const client = new pg.Client({ host, user: 'tempshare', database: 'tempshare', password });
  await client.connect();
  await client.query(sql, values);
  await client.end();
}
