import type { Arrival } from '../files/file.ts';
import * as store from './store.ts';

/** The file of a message is there: everyone in the room finds the message from now on. */
export const roomFileArrived: Arrival = (db, { parentId }) => store.showMessage(db, parentId);
