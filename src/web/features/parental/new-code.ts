import * as z from 'zod/mini'
import { useFieldMessages } from '#web/kit/field-messages.ts'
import type { Issue } from '#web/kit/form.rules.ts'
import { useText } from '#web/kit/text.ts'

/** SPEC 5: new and confirm must match. */
export const entriesAgree = () =>
  z.refine<{ newCode: string; confirmCode: string }>(({ newCode, confirmCode }) => newCode === confirmCode, {
    error: 'CODES_DIFFER',
    path: ['confirmCode'],
  })

/** SPEC 5's messages for an empty field and for entries that differ; otherwise the common ones. */
export function useCodeMessages(): (issue: Issue) => string {
  const { reset } = useText('parental')
  const messageOf = useFieldMessages()
  return (issue) => {
    if (issue.input === '') return issue.path[0] === 'code' ? reset.codeRequired : reset.required
    if (issue.message === 'CODES_DIFFER') return reset.differ
    return messageOf(issue)
  }
}
