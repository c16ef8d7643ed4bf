export { createRoom } from './sealing/create-room.ts';
export { createSecret } from './sealing/create-secret.ts';
export { createTransfer } from './sealing/create-transfer.ts';
export { createRoomFile } from './rooms/create-file.ts';
export { createRoomMessage } from './rooms/create-message.ts';
export { enterAsOwner } from './rooms/enter.ts';
