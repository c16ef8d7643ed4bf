import { document, resolved } from './contract-schemas.ts';

/** An operation that answers a page of a list. */
export interface ListOperation {
  id: string;
  path: string;
  /** Its queries beside `limit` and `cursor`: none, and each value of each filter. */
  filters: string[];
}

/** Every list that the contract has. */
export function listOperations(): ListOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const get = (item as { get?: Described }).get;
    const schema: any = get?.responses['200']?.content?.['application/json']?.schema;
    if (!get || resolved<any>(schema ?? {}).properties?.nextCursor === undefined) return [];
    const filters = (get.parameters ?? []).map((parameter) => resolved<any>(parameter)).flatMap(valuesOf);
    return [{ id: get.operationId, path, filters: ['', ...filters] }];
  });
}

interface Described {
  operationId: string;
  parameters?: unknown[];
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

const valuesOf = (parameter: any): string[] => {
  if (parameter.in !== 'query' || ['limit', 'cursor'].includes(parameter.name)) return [];
  const { enum: values } = resolved<{ enum?: string[] }>(parameter.schema);
  if (!values) throw new Error(`a filter without a closed set of values: ${parameter.name}`);
  return values.map((value) => `${parameter.name}=${value}`);
};
