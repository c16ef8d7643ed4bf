#!/usr/bin/env node
// The program. Plain JavaScript: what strips the types of others takes 11 MB, and is needed only until they are kept.
import module from 'node:module';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(`Tempshare needs Node.js 24.7 or newer. This is ${process.versions.node}.`);
  process.exit(1);
}

// SIGUSR1 would open a debugger, which reads all memory, where Node.js was started without --disable-sigusr1.
process.on('SIGUSR1', () => {});

module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/tempshare'));
if (['admin', 'doctor'].includes(process.argv[2])) {
  if (process.argv[2] === 'admin') process.argv.splice(2, 1);
  await import('./src/admin.ts');
} else {
  await import('./src/main.ts');
}
