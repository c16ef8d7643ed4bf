import type { Mutant } from './mutant.ts';

const FROM_FILE = 'packages/mcp/src/values/from-file.ts';

const VALUES = ['mcp/test/values', 'mcp/test/hostile', 'mcp/test/create', 'mcp/test/races'];
const CALLS = ['mcp/test/create', 'mcp/test/schemas'];

/** The tool server: what an agent can make it share, and what it is told. */
export const mutants: Mutant[] = [
  {
    name: 'an agent shares the API key of the tool server',
    file: 'packages/mcp/src/values/sources.ts',
    from: '  refuseApiKey(config, text);',
    to: '',
    tests: VALUES,
  },
  {
    name: 'an agent shares the API key in the middle of a file',
    file: 'packages/mcp/src/values/api-key.ts',
    from: 'last = Buffer.concat([last.subarray(-overlap), chunk]);',
    to: 'last = Buffer.from(chunk);',
    tests: VALUES,
  },
  {
    name: 'a link in the allowed directory leads out of it',
    file: FROM_FILE,
    from: "below !== '..' && !below.startsWith(`..${sep}`) &&",
    to: "below !== '..' &&",
    tests: VALUES,
  },
  {
    name: 'an agent shares any variable that is set',
    file: 'packages/mcp/src/values/from-env.ts',
    from: 'if (!allowedVariables.includes(name))',
    to: 'if (!allowedVariables.includes(name) && !config.variable(name))',
    tests: VALUES,
  },
  {
    name: 'a secret is not sealed end to end unless it is asked for',
    file: 'packages/mcp/src/tools/create-secret.ts',
    from: `const { expiration, expiresAt, label, encryption = 'e2e' } = args;`,
    to: `const { expiration, expiresAt, label, encryption = 'server' } = args;`,
    tests: CALLS,
  },
  {
    name: 'a share for one opening can be opened without an end',
    file: 'packages/mcp/src/tools/create-transfer.ts',
    from: 'const views = oneTime ? { oneTime } : { maxViews };',
    to: 'const views = { maxViews };',
    tests: CALLS,
  },
  {
    name: 'a service sends a value of the machine back to the agent',
    file: 'packages/mcp/src/response.ts',
    from: 'some((text) => reflects(text, values))',
    to: 'some((text) => reflects(text, []))',
    tests: ['mcp/test/hostile', 'mcp/test/values'],
  },
];
