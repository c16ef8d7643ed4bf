import { mutants as access } from './access.ts';
import { mutants as browsers } from './browsers.ts';
import { mutants as burn } from './burn.ts';
import { mutants as capacity } from './capacity.ts';
import { mutants as deliveries } from './deliveries.ts';
import { mutants as errors } from './errors.ts';
import { mutants as expiry } from './expiry.ts';
import { mutants as files } from './files.ts';
import { mutants as idempotency } from './idempotency.ts';
import { mutants as limits } from './limits.ts';
import { mutants as links } from './links.ts';
import { mutants as masking } from './masking.ts';
import { mutants as mcp } from './mcp.ts';
import { mutants as mock } from './mock.ts';
import type { Mutant } from './mutant.ts';
import { mutants as pages } from './pages.ts';
import { mutants as requests } from './requests.ts';
import { mutants as rooms } from './rooms.ts';
import { mutants as sdkCalls } from './sdk-calls.ts';
import { mutants as sealing } from './sealing.ts';
import { mutants as sessions } from './sessions.ts';
import { mutants as storage } from './storage.ts';
import { mutants as webhookSignatures } from './webhook-signatures.ts';
import { mutants as webhookTargets } from './webhook-targets.ts';

/** A mutant with the subject that it belongs to, as its file is called. */
export interface ListedMutant extends Mutant {
  subject: string;
}

const SUBJECTS: Record<string, Mutant[]> = {
  burn,
  limits,
  access,
  idempotency,
  sealing,
  masking,
  files,
  requests,
  rooms,
  sessions,
  expiry,
  capacity,
  storage,
  'webhook-signatures': webhookSignatures,
  'webhook-targets': webhookTargets,
  deliveries,
  browsers,
  errors,
  'sdk-calls': sdkCalls,
  links,
  mcp,
  mock,
  pages,
};

/** Every mutant of every subject. */
export const mutants: readonly ListedMutant[] = Object.entries(SUBJECTS).flatMap(([subject, list]) =>
  list.map((mutant) => ({ ...mutant, subject })),
);
