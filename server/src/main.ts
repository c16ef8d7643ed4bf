import { keepCompiled } from './runtime/compile-cache.ts';
import { makeAllYoung } from './runtime/young-generation.ts';

makeAllYoung();
keepCompiled();
const { run } = await import('./start/run.ts');
await run(process.argv.slice(2), process.env);
