import { isUtf8 } from 'node:buffer';
import { yieldEventLoop } from '../../runtime/event-loop.ts';
import { walkJson } from './json-walk.ts';
import { ServiceProblem } from '../../domain/problem.ts';

/** Parses JSON, after bounding depth, members and names. @throws ServiceProblem `malformed_json`, `validation_failed` */
export async function parseJson(bytes: Buffer): Promise<unknown> {
  if (!isUtf8(bytes)) throw new ServiceProblem('malformed_json', 'The body is not valid UTF-8.');
  for (const _slice of walkJson(bytes)) await yieldEventLoop(bytes.length);
  try {
    return JSON.parse(bytes.toString('utf8', startsWithMark(bytes) ? 3 : 0));
  } catch (error) {
    // Position of the error, without the text there.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    const place = position === undefined ? '' : ` (at character ${position})`;
    throw new ServiceProblem('malformed_json', `The body is not JSON${place}.`);
  }
}

/** A byte order mark is no part of the text (RFC 8259, 8.1). */
const startsWithMark = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(MARK);
const MARK = Buffer.from('\ufeff');
