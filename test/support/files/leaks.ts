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
  const forms = formsOf(value);
  return [...files]
    .filter(([, content]) => forms.some((form) => content.includes(form)))
    .map(([name]) => name);
}

function formsOf(value: string | Uint8Array): (string | Buffer)[] {
  const bytes = Buffer.from(value as string);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  // Of a short value too little is left to tell it from chance.
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
