import { describe, expect, it } from 'vitest';
import { startSpreadTarget, SHARDS } from '../support/statements/spread-target.ts';
import { shardOf, type Traffic } from '../support/statements/spread.ts';
import { linkId } from '../../server/src/crypto/tokens.ts';
import { useStage } from '../support/contract-stage.ts';
import { atOnce } from '../support/send.ts';

import { badRequestScenarios } from './scenarios/bad-requests.ts';
import { crossOriginScenarios } from './scenarios/cross-origin.ts';
import { cursorScenarios } from './scenarios/cursors.ts';
import { debugShareScenarios } from './scenarios/debug-shares.ts';
import { dropScenarios } from './scenarios/drops.ts';
import { errorScenarios } from './scenarios/errors.ts';
import { eventScenarios } from './scenarios/events.ts';
import { fileScenarios } from './scenarios/files.ts';
import { idempotencyScenarios } from './scenarios/idempotency.ts';
import { keyScenarios } from './scenarios/keys.ts';
import { listingScenarios } from './scenarios/listing.ts';
import { openingScenarios } from './scenarios/opening.ts';
import { readingScenarios } from './scenarios/readings.ts';
import { participantScenarios } from './scenarios/participants.ts';
import { roomEventScenarios } from './scenarios/room-events.ts';
import { roomFileScenarios } from './scenarios/room-files.ts';
import { roomScenarios } from './scenarios/rooms.ts';
import { requestScenarios } from './scenarios/requests.ts';
import { secretScenarios } from './scenarios/secrets.ts';
import { seedScenarios } from './scenarios/seed.ts';
import { senderScenarios } from './scenarios/senders.ts';
import { sessionScenarios } from './scenarios/sessions.ts';
import { sendingAgainScenarios } from './scenarios/sending-again.ts';
import { severalFilesScenarios } from './scenarios/several-files.ts';
import { skinScenarios } from './scenarios/skin.ts';
import { transferScenarios } from './scenarios/transfers.ts';
import { uploadScenarios } from './scenarios/uploads.ts';
import { webhookEndpointScenarios } from './scenarios/webhook-endpoints.ts';

/** Where nothing can cross, since each item is in one of four databases. */
describe('with items spread over four databases', () => {
  const traffic: Traffic = { named: [], crossing: 0 };
  const stage = useStage(() => startSpreadTarget(traffic));
  transferScenarios(stage);
  openingScenarios(stage);
  readingScenarios(stage);
  uploadScenarios(stage);
  fileScenarios(stage);
  requestScenarios(stage);
  senderScenarios(stage);
  sessionScenarios(stage);
  severalFilesScenarios(stage);
  sendingAgainScenarios(stage);
  dropScenarios(stage);
  listingScenarios(stage);
  cursorScenarios(stage);
  secretScenarios(stage);
  debugShareScenarios(stage);
  roomScenarios(stage);
  roomFileScenarios(stage);
  roomEventScenarios(stage);
  participantScenarios(stage);
  eventScenarios(stage);
  webhookEndpointScenarios(stage);
  keyScenarios(stage);
  badRequestScenarios(stage);
  errorScenarios(stage);
  idempotencyScenarios(stage);
  skinScenarios(stage);
  seedScenarios(stage);
  crossOriginScenarios(stage);

  it('each secret is given to one of 8 readers at once', async () => {
    const owner = await stage.owner();
    for (let i = 0; i < 12; i++) {
      const { secretId } = await owner.secrets.create({ secret: 'once' });
      const reads = await atOnce(8, () => stage.send(`POST /public/secrets/${secretId}/reveal`));
      expect(reads.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    }
  });

  it('each Idempotency-Key makes one item, whatever it is of and however many use it at once', async () => {
    const key = await stage.createKey();
    const creates: [string, object][] = [
      ['secrets', { secret: 'once' }],
      ['transfers', { type: 'text', text: 'once' }],
      ['transfers', { type: 'file', fileName: 'once.txt' }],
      ['requests', { title: 'once' }],
      ['rooms', { name: 'once' }],
      ['drops', { label: 'once' }],
      ['debug-share', { logs: 'once' }],
    ];
    for (const [i, [path, json]] of creates.entries()) {
      const call = { key, json, headers: { 'idempotency-key': `create-${i}` } };
      const made = await atOnce(8, () => stage.send(`POST /${path}`, call));
      expect(new Set(made.map(({ status, body }) => JSON.stringify([status, body]))).size, path).toBe(1);
      expect(made[0]!.status, path).toBe(201);
      const again = await stage.send(`POST /${path}`, call);
      expect(again.headers.get('idempotency-replayed'), path).toBe('true');
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
