/** The first page: it registers the service worker, and is then replaced by the page that the worker sends. */
import { spokenBy } from './words.ts';

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const codes = [...document.querySelectorAll<HTMLElement>('.every > [lang]')].map(({ lang }) => lang);
document.documentElement.lang = spokenBy(navigator.languages, codes);
document.documentElement.dir = document.documentElement.lang === 'ar' ? 'rtl' : 'ltr';

const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const policy = policies?.createPolicy('demo', { createScriptURL: (url) => url });

try {
  const { serviceWorker } = navigator;
  await serviceWorker.register(policy?.createScriptURL('./sw.js') ?? './sw.js', { updateViaCache: 'none' });
  await serviceWorker.ready;
  location.replace('./');
} catch {
  document.body.dataset.demo = 'unable';
}
