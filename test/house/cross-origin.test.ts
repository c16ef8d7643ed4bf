import { openApiDocument } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { crossOriginTable } from '../../packages/contract/generate/cross-origin-table.ts';
import { operationsOf, type OpenApiDocument } from '../../packages/contract/generate/document.ts';

const contract = () => openApiDocument() as unknown as OpenApiDocument;

interface Table {
  segments: string[];
  requestHeaders: string[];
  responseHeaders: string[];
}
const tableOf = (document: OpenApiDocument): Table =>
  JSON.parse(/\{.*\}/s.exec(crossOriginTable(document, operationsOf(document)))![0]) as Table;

describe('what pages of other origins may do', () => {
  it('is what needs no key', () => {
    expect(tableOf(contract()).segments).toEqual(['public', 'openapi.json']);
  });

  it('grows with the contract, by an operation, by what it takes and by what it answers', () => {
    const document = contract();
    const described = document.paths['/public/drops/{id}']!.get!;
    document.paths['/status'] = {
      get: {
        ...described,
        operationId: 'status.get',
        parameters: [{ name: 'If-None-Match', in: 'header' }],
        responses: { '200': { description: 'It runs.', headers: { ETag: {}, 'Content-Length': {} } } },
      },
    };
    const [before, after] = [tableOf(contract()), tableOf(document)];
    const added = (of: keyof Table) => after[of].filter((name) => !before[of].includes(name));
    expect(added('segments')).toEqual(['status']);
    expect(added('requestHeaders')).toEqual(['If-None-Match']);
    expect(after.responseHeaders).toContain('ETag');
    expect(after.responseHeaders).not.toContain('Content-Length');
  });

  it('cannot be said where operations with and without a key stand side by side', () => {
    const document = contract();
    const described = document.paths['/public/drops/{id}']!.get!;
    document.paths['/transfers/{id}/title'] = { get: { ...described, operationId: 'transfers.title' } };
    expect(() => tableOf(document)).toThrow('transfers.title needs no key');
  });
});
