import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { METHODS, resolve, type OpenApiDocument, type ParameterObject } from './document.ts';

/** Emits the SDK's types and one typed function for each operation with @hey-api/openapi-ts. */
export async function sdkFunctions(document: OpenApiDocument, output: string): Promise<void> {
  await createClient({
    input: withoutHeaders(document) as never,
    output: { path: output, clean: true, module: { extension: '.ts' }, postProcess: [] },
    logs: { level: 'silent' },
    plugins: [
      { name: '@hey-api/client-fetch', bundle: true, throwOnError: true },
      '@hey-api/typescript',
      {
        name: '@hey-api/sdk',
        client: false,
        auth: false,
        responseStyle: 'data',
        paramsStructure: 'grouped',
        operations: { strategy: 'flat' },
      },
    ],
  });
  await edit(join(output, 'client/client.gen.ts'), withoutNotes);
  await edit(join(output, 'sdk.gen.ts'), withoutTransport);
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

/** Drops what the generator's authors note for themselves. */
const withoutNotes = (text: string): string => text.replaceAll(/^ *\/\/ TODO.*\n/gm, '');

/** Drops what the transport decides, which would be in every user's bundle: the content types and the form of answers. */
const withoutTransport = (text: string): string =>
  text
    .replaceAll(
      /,\n    headers: \{\n        'Content-Type': [^\n]*\n        \.\.\.options\??\.headers\n    \}/g,
      '',
    )
    .replaceAll(/^    responseStyle: 'data',\n/gm, '');

/** The transport owns every request header, so the generated functions do not ask for any. */
function withoutHeaders(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const noHeader = (parameter: ParameterObject | { $ref: string }) =>
    resolve<ParameterObject>(document, parameter).in !== 'header';
  for (const item of Object.values(copy.paths)) {
    if (item.parameters) item.parameters = item.parameters.filter(noHeader);
    for (const method of METHODS) {
      const operation = item[method];
      if (operation?.parameters) operation.parameters = operation.parameters.filter(noHeader);
    }
  }
  return copy;
}
