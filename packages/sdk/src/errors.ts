export * from './core/errors.ts';
export * from './webhooks/errors.ts';
