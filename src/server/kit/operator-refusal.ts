import { AppError } from '#contract/errors.ts'
import { OPERATOR_PROBLEMS, type PlainProblem } from '#contract/operator-problems.ts'

export const operatorRefusal = (problem: PlainProblem): AppError =>
  new AppError(OPERATOR_PROBLEMS[problem.is], { problem })
