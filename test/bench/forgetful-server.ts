/** The bare server, whose commits do not wait for the disk. */
import type { BareSettings } from './servers.ts';

const settings = JSON.parse(process.argv[2] as string) as BareSettings;
const connection = { ...settings.connection, options: '-c synchronous_commit=off' };
process.argv[2] = JSON.stringify({ ...settings, connection });
await import('./baseline-server.ts');
