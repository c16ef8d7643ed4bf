import { FILES, STRINGS, tellStories } from './hostile.ts';

// Every name and every type once.
const files = FILES.filter((_, i) => i % 10 === Math.floor(i / 10) || (i > 5 && i < 10));
tellStories(
  STRINGS.filter((_, i) => i % 80 === 1),
  files,
  ['e2e'],
);
