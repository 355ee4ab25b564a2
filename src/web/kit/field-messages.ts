import { isFieldRule } from '#contract/fields.ts'
import type { Issue } from './form.rules.ts'
import { useText } from './text.ts'

export function useFieldMessages(): (issue: Issue) => string {
  const text = useText('fields')
  return (issue) => {
    if (issue.code === 'invalid_value' && (issue.input === '' || issue.input === undefined)) return text.unchosen
    if (issue.input === '' || issue.input === undefined || issue.input === null) return text.missing
    if (isFieldRule(issue.message)) return text.rules[issue.message]
    if (issue.code === 'too_big' && issue.origin === 'string') return text.tooLong(Number(issue.maximum))
    // At least one character is required and there are only spaces.
    if (issue.code === 'too_small' && issue.minimum === 1) return text.missing
    return text.wrong
  }
}
