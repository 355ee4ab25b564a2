import type * as z from 'zod/mini'

export type Issue = z.core.$ZodIssue

/** A message for each wrong field. */
export type FieldErrors = Record<string, string>

/** Why a form was refused; a failed envelope of the wire has this shape. */
export interface FormRefusal {
  message: string
  fields?: Readonly<Record<string, string>> | undefined
}

/** The first issue of each field, as a message. */
export function fieldErrors(issues: readonly Issue[], messageOf: (issue: Issue) => string): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '')
    if (name) errors[name] ??= messageOf(issue)
  }
  return errors
}

/**
 * The messages of fields that are wrong, after those that are shown. An empty field keeps the one that it has: a code that was refused is
 * cleared, and that it is missing now says less than that it was wrong.
 */
export function withKeptErrors(
  found: FieldErrors,
  { errors, values }: { errors: FieldErrors; values: Readonly<Record<string, unknown>> },
): FieldErrors {
  const kept = Object.keys(found).filter((name) => values[name] === '' && errors[name])
  return { ...found, ...Object.fromEntries(kept.map((name) => [name, errors[name] ?? ''])) }
}

/** A refusal as a form shows it: at the fields named by it. When the form has none of them, the message is shown for the whole form. */
export function presentRefusal({ message, fields = {} }: FormRefusal, names: readonly string[]) {
  const errors = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
  return { errors, formError: Object.keys(errors).length === 0 ? message || undefined : undefined }
}
