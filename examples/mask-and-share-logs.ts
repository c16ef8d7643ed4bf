/**
 * Shares logs without the credentials in them: the service masks what it finds before it stores anything, and says how
 * much it was. Look at the shared text before you pass the link on; no detector knows every credential.
 *
 *   export SERVICE_API_KEY=svc_sk_… SERVICE_BASE_URL=http://localhost:8080/api/v1
 *   npm exec -c 'node examples/mask-and-share-logs.ts' < server.log
 */
import { arch, platform, release } from 'node:os';
import { text } from 'node:stream/consumers';
import { Tempshare, TempshareError } from '@tempshare/sdk';

/** The contract takes a million characters; the end of a log is what tells most. */
const MAX_CHARACTERS = 1_000_000;

/**
 * A line that is cut may have lost the name of the credential in it, by which it would be masked: it is left out. Of a key in
 * PEM that begins above the cut the rest is not recognised.
 */
function endOf(log: string): string {
  const characters = Array.from(log);
  if (characters.length <= MAX_CHARACTERS) return log;
  return characters
    .slice(-MAX_CHARACTERS)
    .join('')
    .replace(/^[^\n]*\n?/, '');
}

const logs = endOf(await text(process.stdin));

try {
  const client = new Tempshare();
  const share = await client.debugShares.create({
    diagnostics: `Node.js ${process.version}, ${platform()} ${release()} ${arch()}`,
    logs,
    expiration: '1h',
  });
  const found = Object.entries(share.masked).map(([kind, count]) => `${count} × ${kind}`);
  console.log(`Link:   ${share.shareUrl}`);
  console.log(`Masked: ${found.join(', ') || 'nothing was found'}`);
} catch (error) {
  if (!(error instanceof TempshareError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
