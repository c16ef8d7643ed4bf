import type { OperationShape } from '@tempshare/contract';
import type { OpenApiDocument } from '@tempshare/contract/document';
import type { Request } from 'express';
import { invalid, invalidIn } from '../../domain/problem.ts';

interface Parameter {
  in: string;
  name: string;
}

export function queryNamesOf(document: OpenApiDocument, operation: OperationShape): ReadonlySet<string> {
  type Described = { parameters?: (Parameter | { $ref: string })[] };
  const path = document.paths[operation.path] as Described & Record<string, Described>;
  const described = [...(path.parameters ?? []), ...(path[operation.method.toLowerCase()]?.parameters ?? [])];
  const named = document.components.parameters as Record<string, Parameter>;
  const parameters = described.map((parameter) =>
    '$ref' in parameter ? (named[parameter.$ref.split('/').at(-1) as string] as Parameter) : parameter,
  );
  return new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name));
}

/**
 * Refuses parameters that the operation does not have, in any notation: the validator passes names such as `limit[a]`,
 * in which some parsers see a member of `limit`. @throws ServiceProblem `validation_failed`
 */
export function refuseUnknownParameters(request: Request, names: ReadonlySet<string>): void {
  const query = /\?(.*)$/s.exec(request.url)?.[1];
  if (!query) return;
  const unknown = new Set<string>();
  for (const pair of query.split('&')) {
    const name = decoded(pair.split('=', 1)[0] as string);
    decoded(pair);
    if (pair !== '' && !names.has(name)) unknown.add(name);
  }
  if (unknown.size === 0) return;
  throw invalidIn(
    [...unknown].map((name) => ({
      pointer: `/query/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_parameter',
      detail: 'is not a parameter of this request',
    })),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('/query', 'encoding', 'is not valid percent-encoded UTF-8');
  }
}
