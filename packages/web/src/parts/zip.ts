import { Zip, ZipPassThrough } from 'fflate';

/** A file of an archive. */
export interface Entry {
  name: string;
  createdAt: string;
  bytes: () => Promise<Uint8Array>;
}

/** Archives are split before they are this large: some programs open none above 2 GiB. */
const MOST = 1024 ** 3;

/**
 * Packs files into ZIP archives, one after another, nearly always a single one. What is packed is handed to the browser
 * file by file, which keeps it outside the memory of the page.
 */
export async function* packed(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  most = MOST,
): AsyncGenerator<Blob> {
  let archive = begun();
  for await (const { name, createdAt, bytes } of entries) {
    const content = await bytes();
    if (archive.size > 0 && archive.size + content.length > most) {
      yield archive.end();
      archive = begun();
    }
    archive.add(name, new Date(createdAt), content);
  }
  if (archive.size > 0) yield archive.end();
}

/** An archive without files. */
function begun() {
  const blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const names = new Set<string>();
  const zip = new Zip((error, chunk) => {
    // Thrown by what is called here.
    if (error !== null) throw error as Error;
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    size += chunk.length;
  });
  const flush = (): void => {
    blobs.push(new Blob(chunks));
    chunks = [];
  };
  return {
    get size(): number {
      return size;
    },
    add(name: string, mtime: Date, bytes: Uint8Array): void {
      const entry = Object.assign(new ZipPassThrough(unusedName(name, names)), { mtime });
      zip.add(entry);
      entry.push(bytes, true);
      flush();
    },
    end(): Blob {
      zip.end();
      flush();
      return new Blob(blobs, { type: 'application/zip' });
    },
  };
}

/** The name, or "name (2).txt" where another file has it. Systems that ignore case would write one over the other. */
function unusedName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let unused = name;
  for (let count = 2; taken.has(folded(unused)); count += 1) unused = `${stem} (${count})${end}`;
  taken.add(folded(unused));
  return unused;
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase();
