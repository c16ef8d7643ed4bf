// Whether the server in this container answers: 0, else 1.
const port = process.env.PORT ?? 8080;
const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
process.exit(response.ok ? 0 : 1);
