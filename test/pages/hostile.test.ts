import { FILES, STRINGS, tellStories } from './hostile.ts';

// Every type once, each under another name.
const files = FILES.filter((_, i) => i % 10 === Math.floor(i / 10));
tellStories(
  STRINGS.filter((_, i) => i % 80 === 1),
  files,
  ['e2e'],
);
