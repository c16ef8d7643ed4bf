/**
 * Members of `node:http`. Importing the module reads all exports, among them WebSocket, for which Node.js loads undici:
 * 50 ms of CPU and 7 MB per process.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
