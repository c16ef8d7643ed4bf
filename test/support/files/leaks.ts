import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Every file below a directory, by its path. */
export async function readAll(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)));
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
