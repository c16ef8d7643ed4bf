/** The lists of the contract, with their filters. */
import { document, resolved } from './schemas.ts';

/** An operation that returns a page of a list. */
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
  // Ids and times have scenarios of their own.
  return (values ?? []).map((value) => `${parameter.name}=${value}`);
};

/** Containers that lists are of, beside a key. */
export interface ListParents {
  dropId: string;
  roomId: string;
  requestId: string;
  endpointId: string;
}

/** The path of every list of the contract, by its operation. */
export const listPaths = (parents: ListParents): Record<string, string> => ({
  'transfers.list': '/transfers',
  'requests.list': '/requests',
  'secrets.list': '/secrets',
  'rooms.list': '/rooms',
  'requests.files.list': `/requests/${parents.requestId}/files`,
  'rooms.messages.list': `/rooms/${parents.roomId}/messages`,
  'public.rooms.messages.list': `/public/rooms/${parents.roomId}/messages`,
  'drops.list': '/drops',
  'drops.items.list': `/drops/${parents.dropId}/items`,
  'webhookEndpoints.list': '/webhook-endpoints',
  'webhookEndpoints.deliveries.list': `/webhook-endpoints/${parents.endpointId}/deliveries`,
  'events.list': '/events',
});
