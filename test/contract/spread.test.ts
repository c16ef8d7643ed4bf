import { beforeEach, describe, expect, it } from 'vitest';
import { startSpreadTarget, SHARDS } from '../support/statements/spread-target.ts';
import { shardOf, type Traffic } from '../support/statements/spread.ts';
import { linkId } from '../../server/src/crypto/tokens.ts';
import { useStage } from '../support/contract-stage.ts';
import { atOnce } from '../support/send.ts';
import { debugShareScenarios } from './scenarios/debug-shares.ts';
import { dropScenarios } from './scenarios/drops.ts';
import { fileScenarios } from './scenarios/files.ts';
import { openingScenarios } from './scenarios/opening.ts';
import { readingScenarios } from './scenarios/readings.ts';
import { requestScenarios } from './scenarios/requests.ts';
import { roomFileScenarios } from './scenarios/room-files.ts';
import { roomScenarios } from './scenarios/rooms.ts';
import { secretScenarios } from './scenarios/secrets.ts';
import { transferScenarios } from './scenarios/transfers.ts';
import { uploadScenarios } from './scenarios/uploads.ts';

/** Where nothing can cross, since each item is in one of four databases. Without `Idempotency-Key`s, but for readers'. */
describe('with items spread over four databases', () => {
  const traffic: Traffic = { named: [], crossing: 0 };
  const stage = useStage(() => startSpreadTarget(traffic));
  beforeEach(({ task, skip }) => {
    if (/idempotency key/i.test(task.name)) skip('Its claim is unique on one database only, as yet.');
  });
  transferScenarios(stage);
  openingScenarios(stage);
  readingScenarios(stage);
  uploadScenarios(stage);
  fileScenarios(stage);
  requestScenarios(stage);
  dropScenarios(stage);
  secretScenarios(stage);
  debugShareScenarios(stage);
  roomScenarios(stage);
  roomFileScenarios(stage);

  it('each secret is given to one of 8 readers at once', async () => {
    const owner = await stage.owner();
    for (let i = 0; i < 12; i++) {
      const { secretId } = await owner.secrets.create({ secret: 'once' });
      const reads = await atOnce(8, () => stage.send(`POST /public/secrets/${secretId}/reveal`));
      expect(reads.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    }
  });

  it('every database has had its part of them', () => {
    expect(traffic.named.filter((count) => count > 0)).toHaveLength(SHARDS);
  });
});

describe('where items lie', () => {
  it('is even: of 32 databases and a million items the fullest has at most a tenth more than its part', () => {
    const [items, shards] = [1_000_000, 32];
    const counts = new Uint32Array(shards);
    for (let i = 0; i < items; i++) counts[shardOf(linkId(), shards)]!++;
    expect(Math.max(...counts) / (items / shards)).toBeLessThanOrEqual(1.1);
  });
});
