import type * as z from 'zod/mini'
import { isFieldRule } from '#contract/fields.ts'
import { lazyText } from './text.ts'

/** What a field must be, in the same words as the server's. */
const useFieldText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/fields.ts')).fields,
  en_US: async () => (await import('#text/en_US/fields.ts')).fields,
})

/** The sentence for what a schema of the contract complains of; `useForm` wants it. Suspends until the sentences are there. */
export function useComplain(): (issue: z.core.$ZodIssue) => string {
  const text = useFieldText()
  return (issue) => {
    if (issue.input === '' || issue.input === undefined || issue.input === null) return text.missing
    if (isFieldRule(issue.message)) return text.rules[issue.message]
    if (issue.code === 'too_big' && issue.origin === 'string') return text.tooLong(Number(issue.maximum))
    // One character is wanted and there are only spaces.
    if (issue.code === 'too_small' && issue.minimum === 1) return text.missing
    return text.wrong
  }
}
