import { ServiceProblem } from '../domain/problem.ts';

interface QuotaRefusal {
  scope: 'account' | 'member';
  figure: 'items' | 'bytes' | 'uploads';
  most: number;
  used: number;
  more: number;
  /** True for additions by third parties, who must not learn the usage. */
  isStranger: boolean;
}

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
