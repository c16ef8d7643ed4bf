/**
 * Opens a link as its recipient does: looks at it, asks for the password if it takes one, opens it, and prints what was
 * behind it. A file is saved under a name that cannot lead out of the directory or over another file.
 *
 *   npm exec -c 'node examples/open-a-link.ts "http://localhost:8080/en/secret/…#…" [<directory>]'
 *
 * It takes no API key, and no setting: the link says where its service is.
 */
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { stdin as input, stderr as output } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PermissionDeniedError, TempshareError } from '@tempshare/sdk';
import { visibleName } from '@tempshare/sdk/names';
import { peekLink, type OpenedFile, type OpenedLink } from '@tempshare/sdk/open';

const [link = '', directory = '.'] = process.argv.slice(2);

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input, output });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** The sender chose the name. It is one without directories; here it also hides nothing and suits every system. */
const safeName = (name = ''): string =>
  name
    .replaceAll(/[:*?"<>|]/g, '_')
    .slice(-100)
    .replace(/^[.\s]+/, '') || 'download';

/** A new file: under another name when there is one of this name already. */
async function createFile(name: string): Promise<{ path: string; file: FileHandle }> {
  for (let count = 0; ; count++) {
    const path = join(directory, count === 0 ? name : `${count}-${name}`);
    try {
      return { path, file: await open(path, 'wx') };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Only the end of the stream says that the file is whole: what broke off is removed. */
async function save(opened: OpenedFile): Promise<string> {
  await mkdir(directory, { recursive: true });
  const { path, file } = await createFile(safeName(opened.fileName));
  try {
    await pipeline(Readable.from(opened.stream()), file.createWriteStream());
    return path;
  } catch (error) {
    await rm(path);
    throw error;
  }
}

async function show(opened: OpenedLink): Promise<void> {
  switch (opened.kind) {
    case 'secret':
      return console.log(opened.secret);
    case 'text':
      return console.log(opened.text);
    case 'url':
      return console.log(opened.targetUrl);
    case 'file':
      return console.log(`Saved: ${await save(opened.file)}`);
    case 'debug':
      return console.log([opened.diagnostics, opened.logs].filter(Boolean).join('\n'));
    case 'room':
      for await (const { author, from, text, file } of opened.room.messages())
        // Anybody may call themselves anything: who the owner is, the service says.
        console.log(`${from}${author ? ` (${author})` : ''}: ${text ?? file?.fileName}`);
      return;
    case 'request':
      return console.log(`${visibleName(opened.title)}: files are sent here, with a PIN`);
    case 'drop':
      return console.log(`${visibleName(opened.label)}: messages and files are left here`);
  }
}

try {
  const peeked = await peekLink(link);
  const { kind, oneTime, encryption, requiresPassword } = peeked;
  const sealed = encryption === 'e2e' ? 'sealed end-to-end' : 'sealed by the service';
  console.error(`A ${kind}, ${sealed}${oneTime ? '; it can be opened once' : ''}.`);
  const password = requiresPassword ? await ask('Password: ') : undefined;
  await show(await peeked.open({ password }));
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  if (error instanceof PermissionDeniedError)
    console.error('The password is wrong, or the link was damaged. Nothing was consumed.');
  process.exitCode = 1;
}
