import type * as z from 'zod/mini'

export type Issue = z.core.$ZodIssue

/** A sentence for each wrong field. */
export type Complaints = Record<string, string>

/** Why a form was not taken: a failed envelope of the wire has this shape. */
export interface FormRefusal {
  message: string
  fields?: Readonly<Record<string, string>>
}

/** The first complaint of each field. */
export function complaints(issues: readonly Issue[], say: (issue: Issue) => string): Complaints {
  const found: Complaints = {}
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '')
    if (name) found[name] ??= say(issue)
  }
  return found
}

/** A refusal as a form shows it: at the fields that it has; what names none of them is said above the button. */
export function refused({ message, fields = {} }: FormRefusal, names: readonly string[]) {
  const errors = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
  return { errors, formError: Object.keys(errors).length === 0 ? message || undefined : undefined }
}
