import { keepCompiled } from './runtime/compile-cache.ts';

keepCompiled();
const { run } = await import('./run.ts');
await run(process.argv.slice(2), process.env);
