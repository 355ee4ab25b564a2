import * as z from 'zod/mini'
import { useComplain } from '#web/kit/field-errors.ts'
import type { Issue } from '#web/ui/form/form.rules.ts'
import { useParentalText } from './parental-text.ts'

/** SPEC 5: new and confirm must match. */
export const entriesAgree = () =>
  z.refine<{ newCode: string; confirmCode: string }>(({ newCode, confirmCode }) => newCode === confirmCode, {
    error: 'CODES_DIFFER',
    path: ['confirmCode'],
  })

/** The sentences of SPEC 5: enter required password, two entries differ; the rest as everywhere. */
export function useCodeComplain(): (issue: Issue) => string {
  const { reset } = useParentalText()
  const complain = useComplain()
  return (issue) => {
    if (issue.input === '') return issue.path[0] === 'code' ? reset.codeRequired : reset.required
    if (issue.message === 'CODES_DIFFER') return reset.differ
    return complain(issue)
  }
}
