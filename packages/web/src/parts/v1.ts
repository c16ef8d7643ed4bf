import { Tempshare, type ClientOptions } from '@tempshare/sdk';
import { fetchWithProgress } from '../panel/sealed-upload.ts';

export { createLinkKey } from '@tempshare/sdk/envelope';
export { listening, sealUpload } from '../panel/sealed-upload.ts';

/** A client of the public API for a page. The key is the page's own, which ends after minutes. */
export const createClient = (
  apiKey: () => Promise<string>,
  baseUrl: string,
  options: Pick<ClientOptions, 'maxRetryAfter'>,
): Tempshare =>
  new Tempshare({ ...options, apiKey, baseUrl, fetch: fetchWithProgress, dangerouslyAllowBrowser: true });
