import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@tempshare/contract/document';
import {
  CHUNK_BYTES,
  createFileKey,
  createLinkKey,
  DEFAULT_ITERATIONS,
  deriveKeys,
  readHeader,
  seal,
  sealedSize,
  sealMetadata,
  type SealedKind,
} from '@tempshare/sdk/envelope';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../packages/contract/generate/document.ts';
import { sealedBodies } from '../../packages/contract/generate/e2e-fields.ts';
import { section, tableRows } from '../support/docs/readme-blocks.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/encryption.md'), 'utf8');
const number = (cell: string): number => Number(/^[\d,]+/.exec(cell)![0].replaceAll(',', ''));
const limits = new Map(
  tableRows(section(text, 'Limits')).map(([what, sent, fits]) => [
    what!,
    { sent: number(sent!), fits: number(fits!) },
  ]),
);

type Properties = Record<string, { maxLength?: number; maximum?: number }>;
const schemas = openApiDocument().components.schemas as Record<
  string,
  { properties: Properties; maxLength: number }
>;
/** The widest header: a password with the most digits of rounds. */
const keys = { ...(await deriveKeys(createLinkKey())), iterations: 1_000_000 };

describe('docs/encryption.md', () => {
  const sent = section(text, 'What is sent where');
  const documented = openApiDocument() as unknown as OpenApiDocument;
  it.each(
    sealedBodies(documented).flatMap(([body, { properties = {} }]) =>
      Object.keys(properties).map((field) => [body, field]),
    ),
  )('says under "What is sent where" what becomes of %s.%s', (_, field) => {
    expect(sent.includes(`\`${field}\``), `docs/encryption.md lacks the field ${field}`).toBe(true);
  });

  it.each<[string, number | undefined, SealedKind, string]>([
    ['Text', schemas.TransferCreate!.properties.text!.maxLength, 'text', 'a'],
    ['Secret', schemas.SecretCreate!.properties.secret!.maxLength, 'secret', 'a'],
    ['Address', schemas.TransferCreate!.properties.targetUrl!.maxLength, 'url', 'a'],
    ['Message', schemas.RoomMessageCreate!.properties.text!.maxLength, 'message', 'a'],
    ['Name beside a message', schemas.RoomAuthor!.maxLength, 'author', '🔑'],
  ])('gives the limit of the contract, and what fits into it: %s', async (what, limit, kind, character) => {
    const { sent, fits } = limits.get(what)!;
    expect(sent).toBe(limit);
    expect((await seal(character.repeat(fits), keys, { kind })).length).toBeLessThanOrEqual(sent);
  });

  it('gives the limits of files, and of what describes them', async () => {
    const described = limits.get('Description of a file')!;
    expect(described.sent).toBe(schemas.SealedMetadata!.maxLength);
    const key = createFileKey();
    const empty = JSON.stringify({ name: '', key }).length;
    const sealed = await sealMetadata({ name: 'a'.repeat(described.fits - empty), key }, keys);
    expect(sealed.length).toBeLessThanOrEqual(described.sent);
    const file = limits.get('File')!;
    expect(sealedSize(file.fits)).toBe(file.sent);
  });

  it('names the numbers and the kinds that the SDK goes by', async () => {
    const described = /^kind +=(.+)$/m
      .exec(text)![1]!
      .split('|')
      .map((kind) => kind.trim() as SealedKind);
    for (const kind of described) expect(readHeader(await seal('', keys, { kind })).kind).toBe(kind);
    expect(described).toHaveLength(6);
    expect(section(text, 'Keys')).toContain(
      `is ${DEFAULT_ITERATIONS.toLocaleString('en')} for a new password`,
    );
    expect(section(text, 'Sealed files')).toContain(`chunks of ${CHUNK_BYTES.toLocaleString('en')} bytes`);
  });
});
