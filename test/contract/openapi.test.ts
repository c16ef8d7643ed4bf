import { expect, it } from 'vitest';
import { document } from '../support/contract/schemas.ts';
import { sharedServerTarget } from '../support/contract/server.ts';
import { useStage } from '../support/contract/stage.ts';

const stage = useStage(() => sharedServerTarget());

it('the server, unlike the mock, returns the document with all that is written in it', async () => {
  expect(await stage.recipient.openapi.get()).toEqual(JSON.parse(JSON.stringify(document)));
});
