import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

/** Our names where a program would look them up in a registry. */
const FROM_REGISTRY =
  /(?:\bnpx|\bnpm (?:i|install|add|exec|create)|\b(?:pnpm|yarn|bun) (?:add|dlx|install)|\b(?:bunx|pnpx))\b[^\n`]*@?tempshare[/-](?:sdk|testing|mcp|cli|contract|server)(?!\/)|"-y", "@tempshare\//;

const texts = globSync(
  '{*.md,{.changeset,decisions,docs,examples,openapi,packages,server}/**/*.{md,json,ts,tsx,yaml}}',
  {
    cwd: ROOT,
    exclude: (file) => /node_modules|(^|\/)dist$/.test(file),
  },
);

it('nobody is told to install or run by name what is not published', () => {
  const telling = texts.filter((file) => FROM_REGISTRY.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(texts.length).toBeGreaterThan(100);
  expect(telling).toEqual([]);
});

it.each([
  'npx -y @tempshare/mcp',
  '"args": ["-y", "@tempshare/mcp"]',
  'npm install @tempshare/sdk',
  'npm install --save-dev @tempshare/testing',
  'npm i -g tempshare-cli',
  'pnpm dlx @tempshare/cli',
])('%s would be found', (text) => {
  expect(text).toMatch(FROM_REGISTRY);
});
