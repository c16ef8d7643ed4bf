export { EnvelopeError, type EnvelopeErrorCode } from '../envelope/index.ts';
export type { FileSource, OnProgress, Progress } from '../files/source.ts';
export type { DownloadProgress, OpenedFile } from '../files/download.ts';
export type { OpenedDrop, OpenedRequest } from './handles.ts';
export { LinkError, parseLink, type LinkErrorCode, type ParsedLink } from './link.ts';
export { openLink, peekLink, type LinkFacts, type OpenedLink, type OpenOptions } from './open-link.ts';
export type { OpenedMessage } from '../rooms/message.ts';
export type { EventsOptions, OwnedRoom, Room, RoomEvent, RoomOptions } from '../rooms/room.ts';
