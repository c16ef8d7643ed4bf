import { describe, expect, it } from 'vitest';
import { document } from '../support/contract/schemas.ts';
import { startServerTarget } from '../support/contract/server.ts';
import { useStage } from '../support/contract/stage.ts';
import { Recorder } from '../support/statements/recorder.ts';
import { contract } from './contract.ts';
import { statementRule } from './statements.ts';

const recorder = new Recorder();

contract('the server', (limits, capacity) => startServerTarget(limits, capacity, recorder.record));
statementRule(recorder);

describe('the server, unlike the mock,', () => {
  const stage = useStage(startServerTarget);

  it('returns the document with all that is written in it', async () => {
    expect(await stage.recipient.openapi.get()).toEqual(JSON.parse(JSON.stringify(document)));
  });
});
