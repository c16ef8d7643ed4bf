/**
 * Makes everything that follows from `openapi/`: the bundled document, the types as clients write and as handlers
 * read them, the operation table, what pages of other origins may do, the SDK's resources, what the mock
 * checks by, and the schemas of the agent tools. Deterministic: the same document gives the same bytes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { accountConstants, accountOperationsTable } from './account.ts';
import { accountRequests } from './account-requests.ts';
import { crossOriginTable } from './cross-origin-table.ts';
import { constants } from './constants.ts';
import { defaults } from './defaults.ts';
import { eventTypes } from './event-types.ts';
import { operationsOf, type OpenApiDocument } from './document.ts';
import { e2eFields } from './e2e-fields.ts';
import { mcpTools } from './mcp-tools.ts';
import { parity } from './parity.ts';
import { operationsTable } from './operations-table.ts';
import { sdkApiDoc } from './sdk-api-doc.ts';
import { sdkLimits } from './sdk-limits.ts';
import { sdkOperations, sdkOperationTable } from './sdk-operations.ts';
import { sdkPaths } from './sdk-paths.ts';
import { sdkResources } from './sdk-resources.ts';
import { sdkTypes } from './sdk-types.ts';
import { testingApiDoc } from './testing-api-doc.ts';
import { testingCalls } from './testing-calls.ts';
import { testingDocument } from './testing-document.ts';

const root = join(import.meta.dirname, '../../..');
const contractOut = join(root, 'packages/contract/src/gen');
const accountOut = join(contractOut, 'account');
const parityOut = join(root, 'test/contract/gen');
const sdkOut = join(root, 'packages/sdk/src/gen');
const testingOut = join(root, 'packages/testing/src/gen');
const mcpOut = join(root, 'packages/mcp/src/gen');
const cliOut = join(root, 'packages/cli/src/gen');
const demoOut = join(root, 'packages/web/demo/gen');
const BANNER = '// Generated from openapi/ by `npm run generate`. Do not edit.\n';

function bundle(entry: string): OpenApiDocument {
  const directory = mkdtempSync(join(tmpdir(), 'tempshare-bundle-'));
  try {
    const output = join(directory, 'openapi.json');
    const redocly = join(root, 'node_modules/.bin/redocly');
    const config = join(root, '.config/redocly.yaml');
    const { status, stderr } = spawnSync(redocly, ['bundle', entry, '-o', output, '--config', config], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`openapi/ cannot be bundled:\n${stderr}`);
    return JSON.parse(readFileSync(output, 'utf8')) as OpenApiDocument;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The types as clients write them: what has a default may be left out. */
async function types(document: OpenApiDocument): Promise<string> {
  const ast = await openapiTS(JSON.stringify(document), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return BANNER + astToString(ast);
}

process.on('uncaughtException', (error) => {
  // A generator throws a plain Error if openapi/ has a mistake; the stack matters only of other errors.
  console.error(error.constructor === Error ? `npm run generate: ${error.message}` : error);
  process.exit(1);
});

const document = bundle(process.argv[2] ?? join(root, 'openapi/openapi.yaml'));
const account = bundle(join(root, 'openapi/account.yaml'));
const operations = operationsOf(document);
/** Text of each file. Most mistakes in openapi/ end here, before anything is written. */
const files: Record<string, string> = {
  [join(contractOut, 'openapi.json')]: `${JSON.stringify(document, null, 1)}\n`,
  [join(contractOut, 'types.ts')]: await types(document),
  [join(contractOut, 'defaults.ts')]: defaults(document),
  [join(contractOut, 'constants.ts')]: constants(document),
  [join(contractOut, 'operations.ts')]: operationsTable(operations),
  [join(contractOut, 'cross-origin.ts')]: crossOriginTable(document, operations),
  [join(sdkOut, 'e2e-fields.ts')]: e2eFields(document),
  [join(sdkOut, 'event-types.ts')]: eventTypes(document),
  [join(sdkOut, 'call-limits.ts')]: sdkLimits(document, 'calls'),
  [join(sdkOut, 'limits.ts')]: sdkLimits(document, 'contents'),
  [join(sdkOut, 'resources.ts')]: sdkResources(document, operations),
  [join(sdkOut, 'paths.ts')]: sdkPaths(document, operations),
  [join(sdkOut, 'operations.ts')]: sdkOperations(operations),
  [join(sdkOut, 'operation-table.ts')]: sdkOperationTable(operations),
  [join(testingOut, 'calls.ts')]: testingCalls(operations),
  [join(testingOut, 'document.ts')]: testingDocument(document),
  [join(cliOut, 'event-types.ts')]: eventTypes(document),
  [join(cliOut, 'limits.ts')]: sdkLimits(document, 'contents'),
  [join(mcpOut, 'tools.ts')]: mcpTools(document),
  [join(parityOut, 'parity.ts')]: parity(document, operations),
  [join(accountOut, 'openapi.json')]: `${JSON.stringify(account, null, 1)}\n`,
  [join(accountOut, 'types.ts')]: await types(account),
  [join(accountOut, 'defaults.ts')]: defaults(account),
  [join(accountOut, 'constants.ts')]: accountConstants(account),
  [join(accountOut, 'operations.ts')]: accountOperationsTable(operationsOf(account)),
  [join(demoOut, 'requests.ts')]: accountRequests(account),
};

// Empties its folder first.
await sdkTypes(document, sdkOut);
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
// Read what was generated.
writeFileSync(join(root, 'packages/testing/api.md'), await testingApiDoc());
writeFileSync(join(root, 'packages/sdk/api.md'), await sdkApiDoc(document, operations));
