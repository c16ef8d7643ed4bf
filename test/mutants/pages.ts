import type { Mutant } from './mutant.ts';

const OPENING = 'packages/web/src/kit/opening.tsx';
const DOWNLOAD = 'packages/web/src/kit/download.tsx';

const OPEN = ['pages/opening', 'pages/prerender', 'pages/keyboard'];
const SEND = ['pages/sending', 'pages/room', 'pages/keyboard'];

/** The pages, as a person in a browser meets them. */
export const mutants: Mutant[] = [
  {
    name: 'the key stays in the address bar',
    file: OPENING,
    from: '      forgetKey();',
    to: '',
    tests: OPEN,
  },
  {
    name: 'a secret burns as soon as its page is looked at',
    file: OPENING,
    from: 'take={(found) => found}',
    to: 'take={async (found) => (await found.open({}), found)}',
    tests: OPEN,
  },
  {
    name: 'what a lost response held is not asked for again',
    file: OPENING,
    from: `['away', 'offline', 'waiting']`,
    to: `['offline', 'waiting']`,
    tests: [...OPEN, 'pages/lost'],
  },
  {
    name: 'a page that changes is not read aloud',
    file: 'packages/web/src/kit/card.tsx',
    from: 'if (follows) heading.current?.focus();',
    to: '',
    tests: ['pages/keyboard', 'pages/accessible', 'pages/opening'],
  },
  {
    name: 'a setting of the operator breaks out of its attribute',
    file: 'packages/web/src/site.ts',
    from: 'text.replace(/[&<>"]/g,',
    to: 'text.replace(/[&<>]/g,',
    tests: ['pages/shells', 'pages/around', 'pages/built', '/settings.'],
  },
  {
    name: 'a title of a stranger turns the sentence around it',
    file: 'packages/web/src/i18n.ts',
    from: 'OURS.has(name) ? value : `\\u2068${value}\\u2069`;',
    to: 'value;',
    tests: ['pages/hostile', 'pages/sending'],
  },
  {
    name: 'a hidden secret is copied as dots',
    file: 'packages/web/src/kit/values.tsx',
    from: 'if (await copyText(text)) {',
    to: 'if (await copyText(shown ? text : DOTS)) {',
    tests: OPEN,
  },
  {
    name: 'a secret stands on the screen before it is asked for',
    file: 'packages/web/src/pages/secret.tsx',
    from: 'text={secret} hidden />',
    to: 'text={secret} />',
    tests: OPEN,
  },
  {
    name: 'a page is left with what is lost then',
    file: 'packages/web/src/kit/unsaved.ts',
    from: 'event.preventDefault();',
    to: 'void event;',
    tests: [...OPEN, 'pages/sending', 'pages/room'],
  },
  {
    name: 'a PIN is wrong as people write it down',
    file: 'packages/web/src/typed.ts',
    from: `.replace(/[^\\p{L}\\p{Nd}]/gu, '')`,
    to: '',
    tests: SEND,
  },
  {
    name: 'somebody with half a link is told after the question',
    file: 'packages/web/src/look-at.ts',
    from: `if (info.encryption === 'e2e' && !hasKey) throw`,
    to: `if (info.encryption === 'e2e' && !link) throw`,
    tests: [...OPEN, 'pages/changed-links'],
  },
  {
    name: 'a cancelled download is saved',
    file: DOWNLOAD,
    from: `if (reader.current !== bytes) throw new DOMException('', 'AbortError');`,
    to: '',
    tests: [...OPEN, 'pages/around'],
  },
  {
    name: 'what is typed while a message is on its way is lost',
    file: 'packages/web/src/kit/field.tsx',
    from: 'typed.startsWith(sent) ? typed.slice(sent.length) : typed;',
    to: `typed.startsWith(sent) ? '' : typed;`,
    tests: SEND,
  },
  {
    name: 'a message that is sent again is there twice',
    file: 'packages/web/src/kit/once.ts',
    from: 'if (unsent.current?.what !== what) unsent.current =',
    to: 'unsent.current =',
    tests: SEND,
  },
  {
    name: 'the key is lost when another language is chosen',
    file: 'packages/web/src/address.ts',
    from: `history.replaceState(history.state, '', turned(location.href));`,
    to: `history.replaceState(history.state, '', turned(location.origin + location.pathname));`,
    tests: ['pages/around', 'pages/opening', 'pages/shells'],
  },
  {
    name: 'a link is passed on without its key',
    file: 'packages/web/src/address.ts',
    from: "${linkKey ? `#${encodeLinkKey(linkKey)}` : ''}`;",
    to: '`;',
    tests: ['pages/around', 'pages/opening', 'pages/sending'],
  },
];
