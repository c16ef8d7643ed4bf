import type { Arrival } from '../files/file.ts';
import * as store from './store.ts';

/** The file of an item is there: the owner finds the item from now on. */
export const dropFileArrived: Arrival = (db, { parentId }) => store.showItem(db, parentId);
