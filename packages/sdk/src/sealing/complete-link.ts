import { checkedResponse } from '../internal/checked-response.ts';
import type { Context } from '../internal/context.ts';
import type { OperationInfo, RequestOptions } from '../core/operation.ts';
import type { Settings } from '../core/options.ts';
import { parseUrl } from '../internal/parse-url.ts';
import { leaving, UnexpectedResponseError } from '../core/tempshare-error.ts';
import { withdraw } from '../files/withdraw.ts';
import type { Created } from './sealed-call.ts';

interface Place<A> {
  link: keyof A;
  id: keyof A;
  remove: OperationInfo;
}

interface Completion<A> extends Place<A> {
  fragment: string;
  options: RequestOptions | undefined;
}

/**
 * Adds the key to a link to the service's own pages only. Deletes what nobody can open then, unless an earlier
 * call may have created it.
 */
export async function completeLink<A extends object>(
  context: Context,
  { created, repeated }: Created<A>,
  { link, id, remove, fragment, options }: Completion<A>,
): Promise<A> {
  const { [link]: url, [id]: itemId } = checkedResponse(created, link) as Record<keyof A, unknown>;
  const fault = faultOf(url as string, context.settings);
  if (!fault) return { ...created, [link]: (url as string) + fragment };
  const named = typeof itemId === 'string' ? itemId : undefined;
  const deleted =
    named !== undefined && !(await repeated()) && (await withdraw(context, { remove, id: named }, options));
  const error = new UnexpectedResponseError(
    `the service answered with ${fault.link}, so that the key was not added, and nobody can open what was created; it was ${deleted ? 'deleted again' : 'not deleted'}`,
    fault.code && { code: fault.code },
  );
  throw deleted ? error : leaving(error, named);
}

interface Fault {
  link: string;
  code?: 'foreign_link';
}

function faultOf(link: string, { baseUrl, appUrl }: Settings): Fault | undefined {
  const url = parseUrl(link);
  if (!url || /[#\s]|%(?:25)*23/i.test(link))
    return { link: 'a link that is none, or that has a fragment already' };
  const { origin, username, password } = url;
  const origins = [baseUrl, ...(appUrl ? [appUrl] : [])].map((own) => new URL(own));
  if (!origins.some((own) => own.origin === origin) && !(isLocal(url) && origins.some(isLocal))) {
    const known = origins.map((own) => own.origin).join(', ');
    return {
      link: `a link to another origin (${origin}) than those it may be at (${known}; if its pages are there, pass { appUrl } or set the variable SERVICE_APP_URL)`,
      code: 'foreign_link',
    };
  }
  return username || password ? { link: 'a link with user information' } : undefined;
}

/** On this machine: `localhost` and `127.0.0.1` are one service under two names, whose pages may have a port of their own. */
const isLocal = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
