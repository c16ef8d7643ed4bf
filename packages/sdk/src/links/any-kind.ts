import { lookAtDrop, type OpenedDrop } from './drop.ts';
import type { LookAt } from './look.ts';
import { lookAtRequest, type OpenedRequest } from './request.ts';
import { lookAtRoom, type OpenedRoom } from './room.ts';
import { lookAtSecret, type OpenedSecret } from './secret.ts';
import { lookAtShare, type OpenedShare } from './share.ts';

/** Content of a link, discriminated by `kind`. */
export type OpenedLink = OpenedSecret | OpenedShare | OpenedRoom | OpenedRequest | OpenedDrop;

export const lookAtAny: LookAt<OpenedLink> = (context, link, options) =>
  LOOKS[link.kind](context, link, options);

const LOOKS: Record<Parameters<LookAt<OpenedLink>>[1]['kind'], LookAt<OpenedLink>> = {
  secret: lookAtSecret,
  share: lookAtShare,
  room: lookAtRoom,
  request: lookAtRequest,
  drop: lookAtDrop,
};
