import type { Arrival } from '../files/file.ts';
import * as store from './store.ts';

/** A file of an upload request is there: its owner finds it from now on. */
export const requestFileArrived: Arrival = (db, { parentId }) => store.countArrived(db, parentId);
