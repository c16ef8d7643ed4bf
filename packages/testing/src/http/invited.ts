import type { OperationInfo } from '@tempshare/contract';
import { invalid } from './problem.ts';

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Refuses, as the service does, to consume an item for whom nobody has asked. */
export function refuseUninvited(operation: OperationInfo, headers: Headers, appOrigin: string): void {
  if (!operation.consumes) return;
  const ahead = PURPOSES.find((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ''));
  if (ahead) throw refused(ahead, 'prefetch', 'must not fetch ahead what opening consumes');
  const isJson = /^application\/json *(;|$)/i.test(headers.get('content-type') ?? '');
  if (operation.method !== 'POST' || isJson) return;
  const site = headers.get('sec-fetch-site')?.toLowerCase();
  const name = site === undefined ? 'origin' : 'sec-fetch-site';
  const own = site === undefined ? [appOrigin] : ['same-origin', 'none'];
  const from = headers.get(name)?.toLowerCase();
  if (from !== undefined && !own.includes(from))
    throw refused(name, 'cross_site', 'comes from another site: send a body as application/json');
}

const refused = (header: string, code: string, detail: string) =>
  invalid([{ pointer: `/headers/${header}`, code, detail }]);
