import { ServiceProblem } from '../http/problem.ts';

export const pending = (): never => {
  throw new ServiceProblem(
    'not_implemented',
    'This operation is part of the contract; this server does not provide it yet.',
  );
};

/** Operations of the contract that this server does not provide yet. */
export const pendingHandlers = {};
