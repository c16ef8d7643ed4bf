import { COLORS, FOOTER, LOGO, NAME, type Kind } from '../src/site.ts';
import type { Asset, Key, Site } from '../src/i18n.ts';
import { FIRST } from './kinds.ts';

interface ShellParts {
  kind: Kind;
  site: Site;
  /** The page's own script, and all that it imports. */
  scripts: Asset[];
  /** The script that loads the page again where its own has not come. */
  again: Asset;
  style: Asset;
  icon: string;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As data in a page: nothing in it ends the element. */
const data = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** A page as it is before anything is known of its link: the same for every link of its kind. */
export function shell({ kind, site, scripts, again, style, icon }: ShellParts): string {
  const { language, messages } = site;
  const say = (key: Key): string => escaped(messages[key] as string);
  const [entry, ...imported] = scripts as [Asset, ...Asset[]];
  const pinned = ({ href, integrity }: Asset): string => `href="${href}" integrity="${integrity}"`;
  const run = ({ href, integrity }: Asset): string => `src="${href}" integrity="${integrity}"`;
  return `<!doctype html>
<html lang="${language.code}" dir="${language.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${say(FIRST[kind])} · ${NAME}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" ${pinned(style)}>
${COLORS}${imported.map((script) => `<link rel="modulepreload" ${pinned(script)}>`).join('\n')}
<script type="module" ${run(entry)}></script>
<script type="module" ${run(again)}></script>
</head>
<body>
<header>
<span class="brand">${LOGO}${NAME}</span>
<span id="languages"></span>
</header>
<main id="page" data-kind="${kind}">
<section class="card waiting">
<h1>${say(FIRST[kind])}</h1>
<p class="lead">${say('wait')}</p>
<noscript><p>${say('noscript')}</p></noscript>
<p class="stuck">${say('away.title')}<br>${say('away.ask')}</p>
<p class="outdated">${say('old')}</p>
</section>
</main>
<footer><span id="foot">${say('footer.any')}</span>${FOOTER}</footer>
<script type="application/json" id="site">${data(site)}</script>
</body>
</html>
`;
}
