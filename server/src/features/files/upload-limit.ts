import { ServiceProblem } from '../../domain/problem.ts';

/** Maximum number of uploads of one file in a process: one, and a retry while the first is not yet cut. */
const AT_ONCE = 2;
const RETRY_SECONDS = 10;

const inFlight = new Map<string, number>();

/** Limits concurrent uploads of a file, each of which takes memory and storage. @throws ServiceProblem `rate_limited` */
export async function limitUploads<Result>(fileId: string, upload: () => Promise<Result>): Promise<Result> {
  const others = inFlight.get(fileId) ?? 0;
  if (others >= AT_ONCE) {
    throw new ServiceProblem('rate_limited', 'The bytes of this file are being sent already.', {
      retryAfter: RETRY_SECONDS,
    });
  }
  inFlight.set(fileId, others + 1);
  try {
    return await upload();
  } finally {
    const left = (inFlight.get(fileId) as number) - 1;
    if (left > 0) inFlight.set(fileId, left);
    else inFlight.delete(fileId);
  }
}
