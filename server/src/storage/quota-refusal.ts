import { ServiceProblem } from '../domain/problem.ts';

/** A refusal by a quota of an account or a member, as the triggers that hold it say it. */
interface QuotaRefusal {
  scope: 'account' | 'member';
  figure: 'items' | 'bytes' | 'uploads';
  most: number;
  used: number;
  more: number;
  /** Somebody else added it: what the account holds is not for them. */
  isStranger: boolean;
}

/** The problem of an error of these triggers, with a sentence that names the quota. */
export function quotaProblem(error: unknown): ServiceProblem {
  const refusal = JSON.parse((error as { detail: string }).detail) as QuotaRefusal;
  const { figure } = refusal;
  const errors = [
    { pointer: '/body', code: `quota_${figure}`, detail: `exceeds the quota of ${FIGURES[figure]}` },
  ];
  return new ServiceProblem('quota_exceeded', sentenceOf(refusal), { errors });
}

const FIGURES = { items: 'living items', bytes: 'bytes', uploads: 'uploads a day' };

function sentenceOf({ scope, figure, most, used, more, isStranger }: QuotaRefusal): string {
  const owner = scope === 'account' ? "The account's" : "The member's";
  if (isStranger)
    return `${owner} quota of ${FIGURES[figure]} leaves no room for this. Its owner can delete something, or ask an administrator.`;
  const quota = `${owner} quota of ${most} ${FIGURES[figure]}`;
  if (figure === 'uploads')
    return `${quota} is used up: ${used} of ${most}. Wait until 00:00 UTC, or ask an administrator.`;
  const remedy = 'Delete something, or ask an administrator.';
  if (figure === 'items' || used >= most) return `${quota} is used up: ${used} of ${most}. ${remedy}`;
  return `${quota} has ${most - used} left, and this takes ${more}. ${remedy}`;
}
