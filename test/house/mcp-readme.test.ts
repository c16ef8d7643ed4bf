import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks, markdown, section, tableRows } from '../support/docs/readme-blocks.ts';
import { ROOT } from '../support/server/server-process.ts';

interface Server {
  command: string;
  args: string[];
  env: Record<string, string>;
}

const readme = markdown('packages/mcp/README.md');
/** The command that hosts start: the built file, since the owner of an unpublished name in a registry would get the keys. */
const BUILT = ['node', '/absolute/path/to/tempshare/packages/mcp/dist/tempshare-mcp.js'];
const configurations = codeBlocks(section(readme, 'Install'), 'json').map((text) => JSON.parse(text));
const published = (tool: string) =>
  JSON.parse(readFileSync(join(ROOT, 'packages/mcp/test/published', `${tool}.json`), 'utf8'));

describe('the README of the tools', () => {
  it('lists the settings that are read, and no others', () => {
    const source = readFileSync(join(ROOT, 'packages/mcp/src/config.ts'), 'utf8');
    const read = new Set([...source.matchAll(/env\.(SERVICE_\w+)/g)].map(([, name]) => name as string));
    const listed = tableRows(section(readme, 'Settings')).map(([name]) =>
      (name as string).replaceAll('`', ''),
    );
    expect(listed.sort()).toEqual([...read].sort());
  });

  it('configures hosts with the same command and the settings that are needed', () => {
    const servers = configurations.map(
      ({ mcpServers, servers, context_servers: zed }) => (mcpServers ?? servers ?? zed).tempshare as Server,
    );
    expect(servers.length).toBeGreaterThan(3);
    for (const { command, args, env } of servers) {
      expect([command, ...args]).toEqual(BUILT);
      expect(Object.keys(env)).toEqual(['SERVICE_API_KEY', 'SERVICE_BASE_URL']);
    }
    expect(readme).toContain(`-- ${BUILT.join(' ')}\n`);
  });

  it('configures most hosts as examples/mcp.json does', () => {
    const example = JSON.parse(readFileSync(join(ROOT, 'examples/mcp.json'), 'utf8'));
    expect(configurations[0]).toEqual(example);
  });

  it('gives each variable that an agent may name in the configuration, too', () => {
    const [text] = codeBlocks(section(readme, 'Settings'), 'json') as [string];
    const { command, args, env } = JSON.parse(text).mcpServers.tempshare as Server;
    expect([command, ...args]).toEqual(BUILT);
    const named = (env.SERVICE_MCP_ENV as string).split(',');
    const rows = tableRows(section(readme, 'Settings')).map(([name]) => (name as string).replaceAll('`', ''));
    expect(rows).toEqual(expect.arrayContaining(Object.keys(env).filter((name) => !named.includes(name))));
    for (const name of named) expect(env[name]).toBe(`\${${name}}`);
  });

  it('shows a call of each tool that its schema takes', () => {
    const parts = section(readme, 'The tools').split(/^### /m).slice(1);
    const calls = parts.filter((part) => part.startsWith('`'));
    expect(calls).toHaveLength(3);
    for (const part of calls) {
      const [, tool] = /^`(\w+)`/.exec(part) as unknown as [string, string];
      const { properties, required } = published(tool).inputSchema;
      const args = JSON.parse(codeBlocks(part, 'json')[0] as string) as Record<string, unknown>;
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(args)));
      expect(Object.keys(args)).toEqual(expect.arrayContaining(required));
    }
  });
});
