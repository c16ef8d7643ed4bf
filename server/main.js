// The program. Plain JavaScript: what strips the types of others takes 11 MB, and is needed only until they are kept.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// SIGUSR1 would open a debugger, which reads all memory, where Node.js was started without --disable-sigusr1.
process.on('SIGUSR1', () => {});

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/tempshare'));
await import('./src/main.ts');
