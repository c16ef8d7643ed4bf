import type { Disruption } from '../failures/failures.ts';
import { injectedProblem } from '../failures/injected-problem.ts';
import { remembered, type State } from '../state.ts';
import { outgoing } from './outgoing.ts';
import { arrived, readBody, type Received } from './received.ts';
import { find } from './route.ts';
import { pathBelow, serve } from './serve.ts';

/** The requests of the program under test, oldest first. */
export const receivedBy = remembered(() => [] as Received[]);

/** A request of the program under test: recorded, and met by the failures that were asked for. */
export async function receive(state: State, request: Request): Promise<Response> {
  const found = find(request.method, pathBelow(state.baseUrl, request));
  if (!found) return serve(state, request);
  const { operation, params } = found;
  const received = arrived(operation, params, request);
  receivedBy(state).push(received);
  received.body = await readBody(operation, request);

  const disruption = state.failures.spend(operation.id, 'disruption')?.how as Disruption | undefined;
  if (disruption === 'network' || disruption === 'timeout') {
    received.outcome = disruption;
    if (disruption === 'timeout') await state.failures.hang(request.signal);
    return Response.error();
  }
  const response = await serve(state, request, {
    admitted(quota) {
      const planned = disruption ? undefined : state.failures.spend(operation.id, 'problem');
      if (planned) throw injectedProblem(planned, operation.id, quota);
    },
  });
  received.outcome = disruption ?? response.status;
  if (!disruption) return response;
  if (disruption === 'cut_off') return cutOff(response);
  await response.body?.cancel();
  return Response.error();
}

/** The response with the first half of its first piece, which is all that comes. */
async function cutOff({ body, status, headers }: Response): Promise<Response> {
  return new Response(await outgoing(beginning(body)), { status, headers });
}

async function* beginning(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  const piece = (await reader?.read())?.value ?? new Uint8Array();
  yield piece.slice(0, piece.length / 2);
  await reader?.cancel();
  throw new TypeError('terminated');
}
