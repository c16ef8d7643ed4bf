import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { METHODS, resolve, type OpenApiDocument, type ParameterObject } from './document.ts';

/** Emits the SDK's types with @hey-api/openapi-ts. */
export async function sdkTypes(document: OpenApiDocument, output: string): Promise<void> {
  await createClient({
    input: withoutResponseTexts(withoutHeaders(document)) as never,
    output: { path: output, clean: true, entryFile: false, module: { extension: '.ts' }, postProcess: [] },
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript'],
  });
  withoutErrorUnions(output);
}

/** Leaves out the union of an operation's errors, `…Error`, which nothing uses: each is a `Problem`. */
function withoutErrorUnions(output: string): void {
  const types = join(output, 'types.gen.ts');
  const declaration = /export type \w+Error = (\w+)\[keyof \1\];\n\n/g;
  writeFileSync(types, readFileSync(types, 'utf8').replaceAll(declaration, ''));
}

/** Leaves out what each status means: errors stand in the README, and a success is described by its type. */
function withoutResponseTexts(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const method of METHODS)
      for (const [status, response] of Object.entries(item[method]?.responses ?? {}))
        item[method]!.responses[status] = { ...resolve(copy, response), description: '' };
  return copy;
}

/** The transport owns every request header, so the types do not ask for any. */
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
