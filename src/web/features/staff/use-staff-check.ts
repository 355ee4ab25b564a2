import { useState } from 'react'
import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoint.ts'
import { checkStaffPlan } from '#contract/staff.ts'
import { formatClock } from '#web/kit/format.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useResumed } from '#web/viewer/codes/use-code-form.ts'
import { keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { useSession } from '#web/viewer/session/session.ts'

export interface CheckedStaff extends OutputOf<typeof checkStaffPlan> {
  companyName: string
}

const DRAFT = 'staff'

const companyAndNumber = z.object({
  companyName: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  staffNumber: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
})

/** The check of a company and a staff number. What was entered stays in this tab, and is checked again after the login. */
export function useStaffCheck() {
  const text = useText('staff')
  const isMember = useSession().token !== undefined
  const [checked, setChecked] = useState<CheckedStaff>()
  const [draft] = useState(() => readDraft(DRAFT).values)
  const check = useSubmit(checkStaffPlan, {
    waitMessage: text.tooMany,
    on: { NOT_FOUND: () => ({ message: text.notFound }) },
  })
  const form = useForm({
    schema: companyAndNumber,
    initial: { companyName: draft['companyName'] ?? '', staffNumber: draft['staffNumber'] ?? '' },
    messageOf: ({ path }) => (path[0] === 'companyName' ? text.companyMissing : text.numberMissing),
    submit: async (values) => {
      const answer = await check.submit(values)
      if (answer.result === 'SUCCESS') setChecked({ ...answer, companyName: values.companyName })
      return answer
    },
  })
  useResumed(DRAFT, isMember, () => void form.send())
  const kept = (name: 'companyName' | 'staffNumber') => {
    const field = form.field(name)
    const onChange = (value: string) => {
      keepDraft(DRAFT, { ...form.values, [name]: value })
      check.wait.clear()
      field.onChange(value)
    }
    return { ...field, onChange }
  }
  return {
    form,
    checked,
    companyName: kept('companyName'),
    staffNumber: kept('staffNumber'),
    waiting: check.wait.left > 0 ? text.again(formatClock(check.wait.left)) : undefined,
    /** Before the login: the check is made again after it. */
    keepForLogin: () => keepDraft(DRAFT, form.values, { resumes: true }),
    /** Back to the form, with the reason if there is one. */
    again: (message?: string) => {
      setChecked(undefined)
      if (message) form.refuse({ message })
    },
  }
}
