import { AppError } from '#contract/errors.ts'
import { OPERATOR_PROBLEMS, type OperatorProblem } from '#contract/operator-problems.ts'

/** A refusal of what an operator does, for `throw`. */
export const operatorRefusal = (problem: OperatorProblem): AppError =>
  new AppError(OPERATOR_PROBLEMS[problem.is], { problem })
