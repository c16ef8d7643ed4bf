import { holdStates } from './states.ts';

await holdStates((state) => /^(?:a request|an inbox|a room)/.test(state));
