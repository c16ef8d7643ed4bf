import type { CallV1 } from '../v1.ts';
import { keepLink } from '../links.ts';
import { keysOf, type Sent } from './send-items.ts';

/** Kinds of items into which others put something. */
export const CONTAINERS = ['request', 'room', 'drop'] as const;
export type ContainerKind = (typeof CONTAINERS)[number];

/** Something to create. Fields that its kind does not have are left out. */
export interface Container {
  kind: ContainerKind;
  /** Title, name or purpose, which those who have the link see. */
  name: string;
  /** Seconds; null: without an end. Of a request or a room, which always ends. */
  lifetime: number | null;
  /** Password of a room; empty: none. */
  password: string;
  /** Shown to its owner alone; empty: none. */
  label: string;
}

const HOUR_SECONDS = 3600;

const create = async (container: Container, callV1: CallV1): Promise<Sent> => {
  const { kind, name, lifetime, password, label } = container;
  const { idempotencyKey, linkKey, lasting } = await keysOf(0, JSON.stringify(container), container);
  const own = label === '' ? {} : { label };
  switch (kind) {
    case 'request': {
      const { requestId, requestUrl, pin, expiresAt } = await callV1(({ requests }) =>
        requests.create({ title: name, ...lasting, ...own }, { idempotencyKey }),
      );
      return { id: requestId, link: requestUrl, pin, expiresAt, isOnce: false, encryption: 'server' };
    }
    case 'room': {
      const ttlHours = lifetime! / HOUR_SECONDS;
      const secured = password === '' ? {} : { password };
      const { roomId, roomUrl, expiresAt, encryption } = await callV1(({ rooms }) =>
        rooms.create({ name, ttlHours, ...secured, ...own }, { idempotencyKey, linkKey }),
      );
      return { id: roomId, link: roomUrl, expiresAt, isOnce: false, encryption };
    }
    case 'drop': {
      const { dropId, dropUrl, expiresAt } = await callV1(({ drops }) =>
        drops.create({ label: name }, { idempotencyKey }),
      );
      return { id: dropId, link: dropUrl, expiresAt, isOnce: false, encryption: 'server' };
    }
  }
};

/**
 * Creates a request, a room or an inbox. One that is created again after its response was lost is the same.
 *
 * @throws Refused
 */
export async function createContainer(container: Container, callV1: CallV1): Promise<Sent> {
  const sent = await create(container, callV1);
  keepLink(sent.id, sent.link);
  return sent;
}
