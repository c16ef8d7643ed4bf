export type EndReason = 'api' | 'panel';
