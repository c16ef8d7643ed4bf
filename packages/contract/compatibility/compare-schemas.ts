/** Comparison of schemas: in requests all that was valid must be, in responses all that is valid must have been. */
import type { Place } from './schema.ts';
import {
  alternatives,
  canonical,
  child,
  defaultOf,
  LEAST,
  members,
  MOST,
  type Json,
  type Merged,
  type Schema,
} from './schema.ts';

/** Writer of a value: clients (`request`) or the service (`response`). */
export type Direction = 'request' | 'response';

/** A change that breaks clients. */
export interface Finding {
  rule: string;
  /** The place in the later contract, or the closest that is still there. */
  pointer: string;
  message: string;
}

export const text = (value: Json | undefined): string =>
  value === undefined ? 'none' : JSON.stringify(value);

/**
 * Tells which parts of two documents are equal with all that they refer to, so that only the others are compared.
 */
export function equality(before: Place, after: Place): (before: Place, after: Place) => boolean {
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
export interface Known {
  findings: Map<string, Finding[]>;
  isEqual: (before: Place, after: Place) => boolean;
}

/** Compares two schemas. */
export function compare(direction: Direction, before: Schema, after: Schema, known: Known): Finding[] {
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
