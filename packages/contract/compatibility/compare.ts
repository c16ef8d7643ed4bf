/**
 * Changes of a contract that break clients of an earlier one: requests that were valid and are not, responses and webhooks that may
 * hold what they could not before. Clients ignore fields, values of enums and events that they do not know.
 */
import {
  alternatives,
  canonical,
  child,
  defaultOf,
  isObject,
  items,
  LEAST,
  members,
  MOST,
  schemaAt,
  Place,
  type Json,
  type Merged,
  type Schema,
} from './schema.ts';

/** Writer of a value: clients (`request`) or the service (`response`). */
type Direction = 'request' | 'response';

/** A change that breaks clients. */
export interface Break {
  rule: string;
  /** The place in the later contract, or the closest that is still there. */
  pointer: string;
  message: string;
  /** Operations and webhooks that it breaks. */
  operations: string[];
}

type Finding = Omit<Break, 'operations'>;

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace'];

const text = (value: Json | undefined): string => (value === undefined ? 'none' : JSON.stringify(value));

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

/**
 * Tells which parts of two documents are equal with all that they refer to, so that only the others are compared.
 */
function equality(before: Place, after: Place): (before: Place, after: Place) => boolean {
  const texts = new Map<string, string>();
  const changed = new Set<string>();
  for (const [group, parts] of members(child(after, 'components')))
    for (const [name, { value }] of members(parts)) {
      const ref = `#/components/${group}/${name}`;
      texts.set(ref, JSON.stringify(value));
      if (JSON.stringify(child(before, 'components', group, name).value) !== texts.get(ref)) changed.add(ref);
    }
  const refersToChanged = (content: string) =>
    [...content.matchAll(/"\$ref":"([^"]+)"/g)].some(([, ref]) => changed.has(ref!) || !texts.has(ref!));
  for (let size = -1; size < changed.size;) {
    size = changed.size;
    for (const [ref, content] of texts) if (refersToChanged(content)) changed.add(ref);
  }
  const textOf = ({ value }: Place) => (value === undefined ? '' : JSON.stringify(value));
  return (a, b) => {
    const content = textOf(b);
    return textOf(a) === content && !refersToChanged(content);
  };
}

/** Findings by pair of schemas. A pair that is being compared has none yet, since a schema may hold itself. */
interface Known {
  findings: Map<string, Finding[]>;
  isEqual: (before: Place, after: Place) => boolean;
}

/** Compares schemas: in requests all that was valid must be, in responses all that is valid must have been. */
function compare(direction: Direction, before: Schema, after: Schema, known: Known): Finding[] {
  if (before.length === after.length && before.every((each, i) => known.isEqual(each, after[i]!))) return [];
  const key = [
    direction,
    ...[before, after].map((each) => each.map(({ pointer }) => pointer).join(' ')),
  ].join('|');
  const found = known.findings.get(key) ?? [];
  if (!known.findings.has(key)) {
    known.findings.set(key, found);
    found.push(...compareAlternatives(direction, before, after, known));
  }
  return found;
}

function compareAlternatives(direction: Direction, before: Schema, after: Schema, known: Known): Finding[] {
  const isRequest = direction === 'request';
  const pointer = after.at(-1)?.pointer ?? '';
  const found: Finding[] = [];
  const say = (rule: string, at: string, message: string) =>
    found.push({ rule: `${direction}-${rule}`, pointer: at, message });

  if (isRequest) {
    const [was, is] = [defaultOf(before), defaultOf(after)];
    if (was && canonical(was.value) !== canonical(is?.value))
      say(
        'default-changed',
        is?.pointer ?? pointer,
        `the default is ${text(is?.value)}, was ${text(was.value)}`,
      );
  }
  const [narrow, wide] = (isRequest ? [before, after] : [after, before]).map(alternatives) as [
    Merged[],
    Merged[],
  ];
  const [types, allowed] = [narrow, wide].map((all) => new Set(all.flatMap((each) => [...each.types])));
  const extra = [...types!].filter(
    (type) => !allowed!.has(type) && !(type === 'integer' && types!.has('number')),
  );
  if (extra.length > 0)
    say(
      isRequest ? 'type-narrowed' : 'type-widened',
      (isRequest ? wide : narrow)[0]?.pointer ?? pointer,
      `${extra.join(', ')} ${isRequest ? 'is refused now' : 'is new'}`,
    );

  for (const [i, each] of narrow.entries()) {
    if ([...each.types].every((type) => extra.includes(type))) continue;
    const partners = wide.filter((other) => [...each.types].some((type) => other.types.has(type)));
    const results = new Map(partners.map((other) => [other, compareMerged(direction, each, other, known)]));
    if ([...results.values()].some((findings) => findings.length === 0)) continue;
    const constants = constantsOf(each);
    const twin =
      partners.find((other) => constants !== '' && constantsOf(other) === constants) ??
      (narrow.length === wide.length ? partners.find((other) => other === wide[i]) : undefined) ??
      (partners.length === 1 && narrow.length < wide.length ? partners[0] : undefined);
    if (twin) found.push(...results.get(twin)!);
    else if (isRequest) say('branch-removed', pointer, 'an alternative is gone or narrower');
    // Clients ignore values that they do not know of the property that tells alternatives apart.
    else if (wide[0]?.discriminator === undefined) say('branch-added', each.pointer, 'an alternative is new');
  }
  return found;
}

/** The properties of one value, which tell alternatives apart. */
const constantsOf = ({ properties }: Merged): string =>
  [...properties]
    .flatMap(([name, schema]) => {
      const [only, ...others] = alternatives(schema);
      return only?.values?.length === 1 && others.length === 0
        ? [`${name}=${canonical(only.values[0])}`]
        : [];
    })
    .sort()
    .join();

const isClosed = ({ others }: Merged): boolean => others.some(({ value }) => value === false);

/** Compares alternatives of the same type. `narrow` must not allow what `wide` does not. */
function compareMerged(direction: Direction, narrow: Merged, wide: Merged, known: Known): Finding[] {
  const isRequest = direction === 'request';
  const after = isRequest ? wide : narrow;
  const found: Finding[] = [];
  const say = (rule: string, pointer: string, message: string) =>
    found.push({ rule: `${direction}-${rule}`, pointer, message });
  const inside = (a: Schema, b: Schema) =>
    found.push(...(isRequest ? compare(direction, a, b, known) : compare(direction, b, a, known)));
  const at = (name: string) => `${after.pointer}/${name}`;

  const values = wide.values?.map(canonical);
  const refused = narrow.values?.filter((value) => !values?.includes(canonical(value))) ?? [];
  if (values && (!narrow.values || refused.length > 0)) {
    const [was, is] = isRequest ? [narrow, wide] : [wide, narrow];
    const message = `the values are ${text(is.values)}, were ${text(was.values)}`;
    // Values may be added to an enum of responses; a constant stays one.
    if (isRequest) say('enum-narrowed', at('enum'), message);
    else if (wide.isConst) say('const-changed', at('const'), message);
    else if (!narrow.values) say('enum-dropped', after.pointer, message);
  }

  for (const keyword of new Set([...wide.keywords.keys(), ...narrow.keywords.keys()])) {
    const [a, b] = [narrow.keywords.get(keyword), wide.keywords.get(keyword)];
    if (!b || canonical(a?.value) === canonical(b.value)) continue;
    const [isLeast, isMost] = [LEAST.includes(keyword), MOST.includes(keyword)];
    if (a && isLeast && Number(a.value) >= Number(b.value)) continue;
    if (a && isMost && Number(a.value) <= Number(b.value)) continue;
    if (keyword === 'format' && a?.value === 'int32' && b.value === 'int64') continue;
    const kind = isLeast || isMost ? 'bound' : ['format', 'pattern'].includes(keyword) ? keyword : 'keyword';
    const [was, is] = isRequest ? [a, b] : [b, a];
    say(
      `${kind}-${isRequest ? 'narrowed' : 'widened'}`,
      is?.pointer ?? at(keyword),
      `${keyword} is ${text(is?.value)}, was ${text(was?.value)}`,
    );
  }

  for (const name of wide.required)
    if (!narrow.required.has(name))
      say(
        isRequest ? 'property-required' : 'property-optional',
        at('required'),
        `${name} was ${isRequest ? 'optional' : 'always there'}`,
      );
  for (const name of new Set([...wide.properties.keys(), ...narrow.properties.keys()])) {
    const [a, b] = [narrow.properties.get(name), wide.properties.get(name)];
    if (a && b) inside(a, b);
    else if (!a && !isRequest) say('property-removed', at('properties'), `${name} is gone`);
    else if (!a && b && !isClosed(narrow)) inside(narrow.others, b);
    else if (a && isClosed(wide) && alternatives(a).length > 0)
      say(
        isRequest ? 'property-removed' : 'property-added',
        at('properties'),
        `${name} ${isRequest ? 'is refused now' : 'was ruled out'}`,
      );
  }

  if (wide.others.length > 0) {
    const { othersKeyword } = isRequest ? wide : narrow;
    const kind = `${wide.othersKeyword === 'unevaluatedProperties' ? 'unevaluated' : 'additional'}-properties`;
    if (!isClosed(wide) && narrow.others.length > 0) inside(narrow.others, wide.others);
    else if (alternatives(narrow.others).length > 0)
      say(`${kind}-${isRequest ? 'closed' : 'opened'}`, at(othersKeyword), 'further properties');
  }
  if (wide.items.length > 0) inside(narrow.items, wide.items);

  for (const condition of wide.conditions) {
    const twin = narrow.conditions.find((each) => each.text === condition.text);
    if (twin) {
      inside(twin.then, condition.then);
      inside(twin.else, condition.else);
    } else
      say(
        isRequest ? 'condition-added' : 'condition-removed',
        isRequest ? condition.if.pointer : after.pointer,
        'a condition',
      );
  }
  return found;
}
