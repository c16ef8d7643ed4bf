/** What seals and opens; loaded with the first call that needs it. */
export { createRoom } from './e2e/create-room.ts';
export { createSecret } from './e2e/create-secret.ts';
export { createTransfer } from './e2e/create-transfer.ts';
export { createRoomFile } from './rooms/create-file.ts';
export { createRoomMessage } from './rooms/create-message.ts';
export { enterAsOwner } from './rooms/enter.ts';
