import { COLORS, FOOTER, LOGO, NAME, type Plain, type ShellKind } from '../src/site.ts';
import type { Asset, Key, Language, Messages, Site } from '../src/i18n.ts';
import { FIRST } from './kinds.ts';

/** The frame of every page. */
interface Frame {
  language: Language;
  messages: Messages;
  style: Asset;
  icon: string;
}

interface ShellParts extends Pick<Frame, 'style' | 'icon'> {
  kind: ShellKind;
  site: Site;
  /** The page's own script, and all that it imports. */
  scripts: Asset[];
  /** The script that loads the page again where its own has not come. */
  again: Asset;
}

interface PlainParts extends Frame {
  plain: Plain;
  base: string;
  languages: readonly Language[];
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As data in a page: nothing in it ends the element. */
const data = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const pinned = ({ href, integrity }: Asset): string => `href="${href}" integrity="${integrity}"`;

const sayIn =
  (messages: Messages) =>
  (key: Key): string =>
    escaped(messages[key] as string);

/** A page with its head, its brand and its foot. */
function framed(
  { language, messages, style, icon }: Frame,
  { title, scripts = '', header = '', main }: { title: Key; scripts?: string; header?: string; main: string },
): string {
  const say = sayIn(messages);
  return `<!doctype html>
<html lang="${language.code}" dir="${language.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${say(title)} · ${NAME}</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" ${pinned(style)}>
${COLORS}${scripts}</head>
<body>
<header>
<span class="brand">${LOGO}${NAME}</span>
${header}</header>
${main}
</body>
</html>
`;
}

/** Elements and sentences in which the panel's shell differs from those of links: its application brings its own `<main>`. */
const PLACES = {
  link: { start: 'main', inner: ['', ''], noscript: 'noscript', old: 'old', foot: 'footer.any' },
  panel: {
    start: 'div',
    inner: ['<main>\n', '\n</main>'],
    noscript: 'panel.noscript',
    old: 'panel.old',
    foot: undefined,
  },
} as const;

/** A page as it is before anything is known of its link: the same for every link of its kind. */
export function shell({ kind, site, scripts, again, style, icon }: ShellParts): string {
  const { language, messages } = site;
  const { start, inner, noscript, old, foot } = PLACES[kind === 'panel' ? 'panel' : 'link'];
  const say = sayIn(messages);
  const [entry, ...imported] = scripts as [Asset, ...Asset[]];
  const run = ({ href, integrity }: Asset): string => `src="${href}" integrity="${integrity}"`;
  return framed(
    { language, messages, style, icon },
    {
      title: FIRST[kind],
      scripts: `${imported.map((script) => `<link rel="modulepreload" ${pinned(script)}>`).join('\n')}
<script type="module" ${run(entry)}></script>
<script type="module" ${run(again)}></script>
`,
      header: '<span id="languages"></span>\n',
      main: `<${start} id="page" data-kind="${kind}">
${inner[0]}<section class="card waiting">
<h1>${say(FIRST[kind])}</h1>
<p class="lead">${say('wait')}</p>
<noscript><p>${say(noscript)}</p></noscript>
<p class="stuck">${say('away.title')}<br>${say('away.ask')}</p>
<p class="outdated">${say(old)}</p>
</section>${inner[1]}
</${start}>
<footer><span id="foot">${foot ? say(foot) : ''}</span>${FOOTER}</footer>
<script type="application/json" id="site">${data(site)}</script>`,
    },
  );
}

/** Headings of pages without a link. */
const TITLES: Record<Plain, Key> = {
  home: 'home.title',
  docs: 'docs.title',
  missing: 'missing.title',
  away: 'away.title',
};

/** Paragraphs of pages without a link. */
const LINES: Record<Plain, Key[]> = {
  home: ['home.lead', 'home.open'],
  docs: ['docs.lead'],
  missing: ['missing.lead', 'partial.ask'],
  away: ['away.ask'],
};

/** A page without a link and without a script: the start page, the one for developers, and those for what went wrong. */
export function plainPage({ plain, base, languages, ...frame }: PlainParts): string {
  const { language, messages } = frame;
  const say = sayIn(messages);
  const link = (href: string, key: Key): string => `<a class="button" href="${base}${href}">${say(key)}</a>`;
  const home = link(`/${language.code}`, 'home.start');
  const docs = link('/docs', 'docs.title');
  const ways: Record<Plain, string[]> = {
    home: [docs],
    docs: [link('/api/v1/openapi.json', 'docs.contract'), home],
    missing: [home, docs],
    away: [home],
  };
  const others = languages
    .filter(({ code }) => code !== language.code)
    .map(
      ({ code, name, dir }) => `<a href="${base}/${code}" lang="${code}" dir="${dir}">${escaped(name)}</a>`,
    );
  return framed(frame, {
    title: TITLES[plain],
    main: `<main>
<section class="card">
<h1>${say(TITLES[plain])}</h1>
${LINES[plain].map((key) => `<p class="lead">${say(key)}</p>`).join('\n')}
<div class="buttons">${ways[plain].join(' ')}</div>
</section>
</main>
<nav class="elsewhere" aria-label="${say('header.language')}">${others.join(' ')}</nav>
<footer><span id="foot">${say('footer.any')}</span>${FOOTER}</footer>`,
  });
}
