import { FILES, STRINGS, tellStories } from './hostile.ts';

// Every file, and every context with another script.
tellStories(
  STRINGS.filter((_, i) => i % 20 === Math.floor(i / 20)),
  FILES,
  ['server', 'e2e'],
);
