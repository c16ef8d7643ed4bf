import { ServiceProblem } from '../../domain/problem.ts';

/** Maximum number of uploads of one file in flight in a process: one, and a retry while the first is not yet cut. */
const AT_ONCE = 2;
const RETRY_SECONDS = 10;

const underWay = new Map<string, number>();

/**
 * Runs an upload if the file has not too many of them under way: each takes memory, and room for what it has sent.
 * @throws ServiceProblem `rate_limited`
 */
export async function amongFew<Result>(fileId: string, upload: () => Promise<Result>): Promise<Result> {
  const others = underWay.get(fileId) ?? 0;
  if (others >= AT_ONCE) {
    throw new ServiceProblem('rate_limited', 'The bytes of this file are being sent already.', {
      retryAfter: RETRY_SECONDS,
    });
  }
  underWay.set(fileId, others + 1);
  try {
    return await upload();
  } finally {
    const left = (underWay.get(fileId) as number) - 1;
    if (left > 0) underWay.set(fileId, left);
    else underWay.delete(fileId);
  }
}
