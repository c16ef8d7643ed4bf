import type { Module } from '../domain/module.ts';

export const jobs = { folder: 'jobs', tables: { wipes: {} } } satisfies Module;
