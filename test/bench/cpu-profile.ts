/** What V8 writes of what it has sampled. */
export interface CpuProfile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string };
    children?: number[];
  }[];
  samples: number[];
  /** Microseconds between a sample and the one before. */
  timeDeltas: number[];
}

export interface Stage {
  name: string;
  /** Of the time in which the process was at work. */
  share: number;
}

/** Where a frame belongs, by its package or by its file; the first that fits. */
const PLACES: readonly [RegExp, string][] = [
  [/\/node_modules\/(pg|pg-protocol|pg-types|pg-pool|postgres-\w+|pgpass)\//, 'pg'],
  [/\/node_modules\/(knex|tarn)\//, 'knex: pool of connections'],
  [/\/node_modules\/(express-openapi-validator|ajv|ajv-\w+|path-to-regexp-\w+)\//, 'validation'],
  [
    /\/node_modules\/(express|router|path-to-regexp|finalhandler|parseurl|qs|send|etag|vary|proxy-addr|accepts|negotiator|type-is|content-type|mime-\w+|encodeurl|escape-html|depd|on-finished|ee-first)\//,
    'express',
  ],
  [/\/node_modules\/(pino|sonic-boom|pino-\w+|fast-redact|safe-stable-stringify)\//, 'log'],
  [/\/node_modules\/(pg-boss|cron-parser|serialize-error)\//, 'jobs'],
  [/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//, 'package $1'],
  [/\/server\/src\/(crypto|readings)\//, 'crypto'],
  [/\/server\/src\/limits\//, 'limits'],
  [/\/server\/src\/http\/authenticate\.ts|\/features\/accounts\//, 'authentication'],
  [/\/server\/src\/http\/idempotency\.ts/, 'idempotency'],
  [
    /\/server\/src\/http\/(validate|validation-problem|well-formed|json|json-walk|body|query)\.ts/,
    'validation',
  ],
  [/\/server\/src\/http\/(request-log|tracing)\.ts/, 'log'],
  [/\/server\/src\/http\//, 'pipeline'],
  [/\/server\/src\/storage\//, 'database layer'],
  [/\/server\/src\/(features|domain|events)\//, 'handlers and stores'],
  [/\/server\/src\/runtime\//, 'pipeline'],
  [/\/(server\/src|packages)\//, 'the rest of the server'],
];

/** What V8 and Node do for whoever called it, or for nobody in particular. */
const OWN: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'V8 and libuv',
};
const DATABASE = /\/node_modules\/pg\/|\/server\/src\/storage\//;
const WRITES = /^(writev|write(Utf8|Latin1|Ascii|Ucs2)String|writeBuffer)$/;

/** The time of a profile by the parts of the server that it was spent for, the most first. */
export function stagesOf({ nodes, samples, timeDeltas }: CpuProfile): Stage[] {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<number, number>();
  for (const [i, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[i] as number));

  const callers = (id: number): CpuProfile['nodes'][number]['callFrame'][] => {
    const found = [frames.get(id)!];
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) found.push(frames.get(at)!);
    return found;
  };
  const sums = new Map<string, number>();
  for (const [id, time] of times) {
    const name = stageOf(callers(id));
    if (name) sums.set(name, (sums.get(name) ?? 0) + time);
  }
  const busy = [...sums.values()].reduce((sum, time) => sum + time, 0);
  return [...sums].map(([name, time]) => ({ name, share: time / busy })).sort((a, b) => b.share - a.share);
}

/** The stage of a frame, which is the first of those given, before its callers. Undefined: the process had nothing to do. */
function stageOf(frames: { functionName: string; url: string }[]): string | undefined {
  const [{ functionName }] = frames as [(typeof frames)[0]];
  if (functionName === '(idle)') return undefined;
  if (OWN[functionName]) return OWN[functionName];
  if (WRITES.test(functionName)) {
    const isDatabase = frames.some(({ url }) => DATABASE.test(url));
    return isDatabase ? 'writes to PostgreSQL' : 'writes to clients';
  }
  for (const { url } of frames) {
    if (!url.includes('/') || url.startsWith('node:')) continue;
    for (const [form, name] of PLACES) {
      const match = form.exec(url);
      if (match) return name.replace('$1', match[1] ?? '');
    }
  }
  return 'node: http, sockets, timers';
}
