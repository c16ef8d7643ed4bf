import { createClient } from '@hey-api/openapi-ts';
import { METHODS, resolve, type OpenApiDocument, type ParameterObject } from './document.ts';

/** Emits the SDK's types with @hey-api/openapi-ts. */
export async function sdkTypes(document: OpenApiDocument, output: string): Promise<void> {
  await createClient({
    input: withoutHeaders(document) as never,
    output: { path: output, clean: true, module: { extension: '.ts' }, postProcess: [] },
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript'],
  });
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
