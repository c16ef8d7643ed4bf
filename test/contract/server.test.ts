import { startServerTarget } from '../support/contract-server.ts';
import { contract } from './contract.ts';

contract('the server', startServerTarget);
