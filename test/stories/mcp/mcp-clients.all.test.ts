import { callTools, useSession } from '../../support/mcp/client-suite.ts';
import { inspector, modernClient, previousClient } from '../../support/mcp/tool-server.ts';

callTools('the official client of the newest revision', modernClient);
callTools('the client of the previous major version', previousClient);
callTools("the inspector's command line", inspector);
useSession('the official client of the newest revision', modernClient);
useSession('the client of the previous major version', previousClient);
