/** Why an item ends before its time, as its events say it. */
export type EndReason = 'api' | 'panel';
