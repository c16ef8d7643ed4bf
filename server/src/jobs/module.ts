import type { Module } from '../domain/module.ts';

export const jobs = { folder: 'jobs', tables: { wipes: { item: 'id' } } } satisfies Module;
