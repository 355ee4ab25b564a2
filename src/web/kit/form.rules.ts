import type * as z from 'zod/mini'

export type Issue = z.core.$ZodIssue

export type FieldErrors = Record<string, string>

export interface FormRefusal {
  message: string
  fields?: Readonly<Record<string, string>> | undefined
}

export function fieldErrors(issues: readonly Issue[], messageOf: (issue: Issue) => string): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '')
    if (name) errors[name] ??= messageOf(issue)
  }
  return errors
}

/** An empty field keeps its message: that a code was refused says more than that it is missing now. */
export function withKeptErrors(
  found: FieldErrors,
  { errors, values }: { errors: FieldErrors; values: Readonly<Record<string, unknown>> },
): FieldErrors {
  const kept = Object.keys(found).filter((name) => values[name] === '' && errors[name])
  return { ...found, ...Object.fromEntries(kept.map((name) => [name, errors[name] ?? ''])) }
}

export function presentRefusal({ message, fields = {} }: FormRefusal, names: readonly string[]) {
  const errors = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
  return { errors, formError: Object.keys(errors).length === 0 ? message || undefined : undefined }
}
