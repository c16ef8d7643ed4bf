import type { OperationInfo } from '@tempshare/contract';
import type { OpenApiResponse } from '@tempshare/contract/document';
import { describe, expect, it } from 'vitest';
import { document, propertiesOf, resolved } from '../support/contract/schemas.ts';
import { useStage, type Stage } from '../support/contract/stage.ts';
import type { StartTarget } from '../support/contract/target.ts';
import { capacityScenarios, LITTLE } from './scenarios/capacity.ts';
import { ALL_OPERATIONS } from './scenarios/calls.ts';
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
import { limitScenarios } from './scenarios/limits.ts';
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

/** All scenarios but those of limits and of little room, which want a target of their own. */
export function scenarios(stage: Stage): void {
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
}

/** The contract as scenarios, for whatever claims to keep it. Every response of every scenario is checked against it. */
export function contract(name: string, start: StartTarget): void {
  const stages: Stage[] = [];
  describe(name, () => {
    const stage = useStage(start);
    stages.push(stage);
    scenarios(stage);
  });

  describe(`${name} with a limit`, () => {
    limitScenarios(useStage(start, { key: 3, anonymous: 3, session: 3, url: 3 }));
  });

  describe(`${name} with little room`, () => {
    const stage = useStage(start, {}, LITTLE);
    stages.push(stage);
    capacityScenarios(stage);
  });

  it(`${name} has answered every operation with its success status`, () => {
    const succeeded = ({ id, status }: OperationInfo) =>
      stages.some(({ check }) => check.seen.get(id)?.has(status));
    const missing = ALL_OPERATIONS.filter((operation) => !succeeded(operation));
    expect(missing.map(({ id, status }) => `${id} ${status}`)).toEqual([]);
  });

  it(`${name} has taken every property of a request and answered every one of a response`, () => {
    const met = (property: string) => stages.some(({ check }) => check.properties.has(property));
    const missing = ALL_OPERATIONS.flatMap(propertiesOfBodies).filter((property) => !met(property));
    expect(missing).toEqual([ONLY_DELIVERED]);
  });
}

/** What was made up by `webhookEndpoints.test` is delivered, and in no log of events. */
const ONLY_DELIVERED = 'events.get: response test';

/** What the bodies of an operation and of its success may hold, named as the check does. */
function propertiesOfBodies({ id, method, path, status }: OperationInfo): string[] {
  const { requestBody, responses } = document.paths[path]![method.toLowerCase()]!;
  const response = resolved<OpenApiResponse>(responses[status]!);
  const named = (side: string, { content }: { content?: Content } = {}) =>
    propertiesOf(content?.['application/json']?.schema ?? {}).map((name) => `${id}: ${side} ${name}`);
  return [...new Set([...named('request', requestBody), ...named('response', response)])];
}

type Content = NonNullable<OpenApiResponse['content']>;
