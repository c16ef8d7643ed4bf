/**
 * The members of `node:http` that the server uses. An `import` of that module reads all that it exports, a WebSocket among them, for
 * which Node.js loads undici: 50 ms of processor and 7 MB of each process, for what is never used here.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
