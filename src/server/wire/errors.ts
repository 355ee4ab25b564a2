import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { isFieldRule } from '#contract/fields.ts'
import type { Language } from '#contract/languages.ts'
import type { OperatorProblem } from '#contract/operator-problems.ts'
import * as enUS from '#text/en_US/errors.ts'
import { operatorProblems as enProblems } from '#text/en_US/operators.ts'
import * as zhHK from '#text/zh_HK/errors.ts'
import { operatorProblems as zhProblems } from '#text/zh_HK/operators.ts'

const PROBLEMS = { zh_HK: zhProblems, en_US: enProblems } as const satisfies Record<Language, unknown>
const TEXT = { zh_HK: zhHK, en_US: enUS } as const satisfies Record<Language, unknown>

export function sentenceOf({ code, details }: AppError, language: Language): string {
  const { problem } = details
  return problem ? problemSentence(problem, language) : TEXT[language].errors[code](details)
}

function problemSentence(problem: OperatorProblem, language: Language): string {
  const say: (values: never) => string = PROBLEMS[language][problem.is]
  return say(problem as never)
}

export function fieldSentences(fields: Readonly<Record<string, string>>, language: Language): Record<string, string> {
  const { fieldRules } = TEXT[language]
  return Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [name, isFieldRule(rule) ? fieldRules[rule] : rule]),
  )
}

type Issue = z.core.$ZodIssue

export function invalidInput(issues: readonly Issue[], language: Language): AppError {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '')
    if (name) fields[name] ??= sentenceFor(issue, language)
  }
  return new AppError('INVALID_INPUT', { fields })
}

function sentenceFor(issue: Issue, language: Language): string {
  const say = TEXT[language].fieldErrors
  if (isFieldRule(issue.message)) return TEXT[language].fieldRules[issue.message]
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? say.missing() : say.wrongType()
    case 'invalid_union':
      return issue.input === undefined ? say.missing() : say.malformed()
    case 'invalid_value':
      return issue.input === undefined ? say.missing() : say.wrongChoice(issue.values.map(String))
    case 'too_big':
      return sizeSentence(say, issue.origin, { max: Number(issue.maximum) })
    case 'too_small':
      return sizeSentence(say, issue.origin, { min: Number(issue.minimum) })
    default:
      return say.malformed()
  }
}

function sizeSentence(
  say: typeof zhHK.fieldErrors,
  origin: string,
  { max, min }: { max?: number; min?: number },
): string {
  if (origin === 'string') return max === undefined ? say.textTooShort(min ?? 1) : say.textTooLong(max)
  if (origin === 'array' || origin === 'set')
    return max === undefined ? say.listTooShort(min ?? 1) : say.listTooLong(max)
  return max === undefined ? say.numberTooSmall(min ?? 0) : say.numberTooLarge(max)
}
