/**
 * Changes of a contract that break clients of an earlier one: requests that were valid and are not, responses and webhooks that may
 * hold what they could not before. Clients ignore fields, values of enums and events that they do not know.
 */
import { compare, equality, text, type Direction, type Finding, type Known } from './compare-schemas.ts';
import {
  canonical,
  child,
  isObject,
  items,
  members,
  schemaAt,
  Place,
  type Json,
  type Schema,
} from './schema.ts';

/** A change that breaks clients. */
export interface Break extends Finding {
  /** Operations and webhooks that it breaks. */
  operations: string[];
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace'];

/** Compares a contract with an earlier one. */
export function breaksOf(before: unknown, after: unknown): Break[] {
  const found = new Map<string, Break>();
  const report = (operation: string, findings: Finding[]): void => {
    for (const finding of findings) {
      const key = canonical({ ...finding });
      const known = found.get(key) ?? { ...finding, operations: [] };
      if (!known.operations.includes(operation)) known.operations.push(operation);
      found.set(key, known);
    }
  };
  new Comparison(report, new Place(before as Json), new Place(after as Json)).run();
  return [...found.values()];
}

interface Operation {
  id: string;
  place: Place;
  parameters: Map<string, Place>;
  security: Place;
}

/** The operations of a document by what a client calls: the method, and the path without the names of its parameters. */
function operationsOf(document: Place, group: 'paths' | 'webhooks'): Map<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [path, item] of members(child(document, group)))
    for (const method of METHODS) {
      const place = child(item, method);
      if (!isObject(place.value)) continue;
      const names = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]);
      const parameters = new Map<string, Place>();
      for (const each of [...items(child(item, 'parameters')), ...items(child(place, 'parameters'))]) {
        const { in: where, name } = each.value as { in: string; name: string };
        const called =
          where === 'path' ? names.indexOf(name) : where === 'header' ? name.toLowerCase() : name;
        parameters.set(`${where} ${called}`, each);
      }
      found.set(`${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`, {
        id: place.value['operationId'] as string,
        place,
        parameters,
        security: 'security' in place.value ? child(place, 'security') : child(document, 'security'),
      });
    }
  return found;
}

class Comparison {
  readonly #report: (operation: string, findings: Finding[]) => void;
  readonly #before: Place;
  readonly #after: Place;
  readonly #known: Known;

  constructor(report: (operation: string, findings: Finding[]) => void, before: Place, after: Place) {
    this.#report = report;
    this.#before = before;
    this.#after = after;
    this.#known = { findings: new Map(), isEqual: equality(before, after) };
  }

  run(): void {
    this.#document();
    for (const group of ['paths', 'webhooks'] as const) {
      const [released, current] = [operationsOf(this.#before, group), operationsOf(this.#after, group)];
      for (const [key, before] of released) {
        const after = current.get(key);
        if (after && this.#isEqual(before, after)) continue;
        const rule = group === 'paths' ? 'operation-removed' : 'webhook-removed';
        if (after) this.#operation(group, before, after);
        else this.#one(before.id, rule, child(this.#after, group).pointer, `${key} is gone`);
      }
    }
  }

  #isEqual(before: Operation, after: Operation): boolean {
    const parts = ({ place, security, parameters }: Operation) => [place, security, ...parameters.values()];
    const [was, is] = [parts(before), parts(after)];
    return was.length === is.length && was.every((each, i) => this.#known.isEqual(each, is[i]!));
  }

  #one(operation: string, rule: string, pointer: string, message: string): void {
    this.#report(operation, [{ rule, pointer, message }]);
  }

  #schemas(operation: string, direction: Direction, before: Schema, after: Schema): void {
    this.#report(operation, compare(direction, before, after, this.#known));
  }

  /** Compares what the document says of all operations. */
  #document(): void {
    const all = 'all operations';
    const pair = (...names: string[]) =>
      [child(this.#before, ...names), child(this.#after, ...names)] as const;
    const [servers, newServers] = pair('servers');
    const urls = items(newServers).map((each) => child(each, 'url').value);
    for (const { value } of items(servers).map((each) => child(each, 'url')))
      if (!urls.includes(value))
        this.#one(all, 'server-removed', newServers.pointer, `${text(value)} is gone`);

    const [schemes] = pair('components', 'securitySchemes');
    for (const [name, scheme] of members(schemes)) {
      const now = child(this.#after, 'components', 'securitySchemes', name);
      for (const key of ['type', 'scheme', 'in', 'name']) {
        const [was, is] = [child(scheme, key).value, child(now, key)];
        if (was !== is.value)
          this.#one(all, 'security-scheme-changed', is.pointer, `${text(is.value)}, was ${text(was)}`);
      }
    }

    const [headers, newHeaders] = pair('x-request-headers');
    const taken = items(newHeaders).map(({ value }) => value);
    for (const { value } of items(headers))
      if (!taken.includes(value))
        this.#one(all, 'request-parameter-removed', newHeaders.pointer, `${text(value)} is gone`);

    for (const group of ['x-limits', 'x-lifetimes']) {
      const [limits, now] = pair(group);
      this.#report(all, loweredIn(limits, now));
    }

    const statusesOf = (document: Place) =>
      members(child(document, 'components', 'schemas')).flatMap(([, each]) =>
        members(child(each, 'x-problems')),
      );
    const problems = new Map(statusesOf(this.#after));
    for (const [code, problem] of statusesOf(this.#before)) {
      const now = problems.get(code);
      const [was, is] = [child(problem, 'status').value, now && child(now, 'status')];
      if (!is) this.#one(all, 'error-code-removed', '/components/schemas', `the error ${code} is gone`);
      else if (is.value !== was)
        this.#one(all, 'error-status-changed', is.pointer, `${text(is.value)}, was ${text(was)}`);
    }
  }

  #operation(group: 'paths' | 'webhooks', before: Operation, after: Operation): void {
    const { id, place } = before;
    // A webhook is written by the service and answered by the client.
    const [asked, answered]: Direction[] =
      group === 'paths' ? ['request', 'response'] : ['response', 'request'];
    if (id !== after.id)
      this.#one(id, 'operation-id-changed', `${after.place.pointer}/operationId`, `${after.id}, was ${id}`);
    if (group === 'paths') {
      this.#parameters(before, after);
      this.#security(before, after);
    } else this.#sentHeaders(before, after);
    this.#bodies(id, asked!, child(place, 'requestBody'), child(after.place, 'requestBody'));
    this.#responses(id, answered!, child(place, 'responses'), child(after.place, 'responses'));
  }

  #parameters({ id, parameters: released }: Operation, { parameters, place }: Operation): void {
    for (const [key, before] of released) {
      const after = parameters.get(key);
      if (!after) {
        this.#one(id, 'request-parameter-removed', `${place.pointer}/parameters`, `${key} is gone`);
        continue;
      }
      if (child(after, 'required').value === true && child(before, 'required').value !== true)
        this.#one(id, 'request-parameter-required', `${after.pointer}/required`, `${key} was optional`);
      for (const keyword of ['style', 'explode', 'allowReserved', 'content']) {
        const [was, is] = [child(before, keyword).value, child(after, keyword)];
        if (canonical(was) !== canonical(is.value))
          this.#one(
            id,
            'request-parameter-serialization',
            is.pointer,
            `${keyword} is ${text(is.value)}, was ${text(was)}`,
          );
      }
      this.#schemas(id, 'request', schemaAt(before, 'schema'), schemaAt(after, 'schema'));
    }
    for (const [key, after] of parameters)
      if (!released.has(key) && child(after, 'required').value === true)
        this.#one(id, 'request-parameter-required', after.pointer, `${key} is new and required`);
  }

  #sentHeaders({ id, parameters: released }: Operation, { parameters, place }: Operation): void {
    for (const [key, before] of released) {
      const after = parameters.get(key);
      if (!after) {
        this.#one(id, 'webhook-header-removed', `${place.pointer}/parameters`, `${key} is gone`);
        continue;
      }
      if (child(before, 'required').value === true && child(after, 'required').value !== true)
        this.#one(id, 'webhook-header-optional', after.pointer, `${key} was always sent`);
      this.#schemas(id, 'response', schemaAt(before, 'schema'), schemaAt(after, 'schema'));
    }
  }

  /** Each way to authenticate must go on to suffice, without further scopes. */
  #security(before: Operation, after: Operation): void {
    const ways = ({ security }: Operation): Record<string, string[]>[] => {
      const listed = items(security).map(({ value }) => value as Record<string, string[]>);
      return listed.length > 0 ? listed : [{}];
    };
    const suffices = (was: Record<string, string[]>, is: Record<string, string[]>) =>
      Object.entries(is).every(
        ([scheme, scopes]) => was[scheme] && scopes.every((each) => was[scheme]!.includes(each)),
      );
    for (const was of ways(before))
      if (!ways(after).some((is) => suffices(was, is)))
        this.#one(
          before.id,
          'security-narrowed',
          `${after.place.pointer}/security`,
          `${text(was)} suffices no more`,
        );
  }

  #bodies(id: string, direction: Direction, before: Place, after: Place): void {
    if (
      direction === 'request' &&
      child(after, 'required').value === true &&
      child(before, 'required').value !== true
    )
      this.#one(id, 'request-body-required', after.pointer, 'the body was optional');
    this.#contents(id, direction, child(before, 'content'), child(after, 'content'));
  }

  #contents(id: string, direction: Direction, before: Place, after: Place): void {
    for (const [type, media] of members(before)) {
      const now = child(after, type);
      if (!isObject(now.value))
        this.#one(id, `${direction}-media-type-removed`, after.pointer, `${type} is gone`);
      else this.#schemas(id, direction, schemaAt(media, 'schema'), schemaAt(now, 'schema'));
    }
  }

  #responses(id: string, direction: Direction, before: Place, after: Place): void {
    const isSuccess = (status: string) => !/^[45]/.test(status) && status !== 'default';
    for (const [status, was] of members(before)) {
      const is = child(after, status);
      if (!isObject(is.value)) {
        if (direction === 'request')
          this.#one(id, 'webhook-answer-removed', after.pointer, `${status} is taken no more`);
        else if (isSuccess(status))
          this.#one(id, 'response-status-removed', after.pointer, `${status} is gone`);
        continue;
      }
      this.#contents(id, direction, child(was, 'content'), child(is, 'content'));
      for (const [name, header] of members(child(was, 'headers'))) {
        const [, now] =
          members(child(is, 'headers')).find(([each]) => each.toLowerCase() === name.toLowerCase()) ?? [];
        if (!now) {
          this.#one(id, 'response-header-removed', `${is.pointer}/headers`, `${status}: ${name} is gone`);
          continue;
        }
        if (child(header, 'required').value === true && child(now, 'required').value !== true)
          this.#one(id, 'response-header-optional', now.pointer, `${name} was always sent`);
        this.#schemas(id, direction, schemaAt(header, 'schema'), schemaAt(now, 'schema'));
      }
    }
    if (direction === 'response')
      for (const [status, { pointer }] of members(after))
        if (isSuccess(status) && !isObject(child(before, status).value))
          this.#one(id, 'response-status-added', pointer, `${status} is new`);
  }
}

/** Numbers that were lowered, or are gone, in a tree of limits. */
function loweredIn(before: Place, after: Place): Finding[] {
  if (typeof before.value === 'number') {
    if (typeof after.value === 'number' && after.value >= before.value) return [];
    const message = `${text(after.value)}, was ${before.value}`;
    return [{ rule: 'limit-lowered', pointer: after.pointer, message }];
  }
  return members(before).flatMap(([name, each]) => loweredIn(each, child(after, name)));
}
