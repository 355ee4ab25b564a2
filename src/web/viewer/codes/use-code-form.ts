import { useEffect, useRef } from 'react'
import { code } from '#contract/codes.ts'
import * as z from 'zod/mini'
import { formatClock } from '#web/kit/format.ts'
import { useForm } from '#web/kit/use-form.ts'
import type { Failure } from '#web/kit/envelope.ts'
import type { FormResult } from '#web/kit/use-form.ts'
import type { RetryWait } from '#web/kit/use-retry-wait.ts'
import { useText } from '#web/kit/text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { dropDraft, keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { refusalAdvice } from './code-refusals.ts'

const typed = z.object({ code })

export interface CodeFormOptions {
  draft: string
  /** Takes the code without its hyphens. */
  send: (code: string) => Promise<FormResult>
  onChange?: () => void
  failure: Failure | undefined
  wait: RetryWait
}

/** What is typed stays in this tab, and is sent again after a login that it asked for. */
export function useCodeForm({ draft, send, onChange, failure, wait }: CodeFormOptions) {
  const text = useText('codes')
  const isMember = useSession().token !== undefined
  const form = useForm({
    schema: typed,
    initial: { code: readDraft(draft).values['code'] ?? '' },
    messageOf: () => text.missing,
    submit: (values) => send(values.code.replaceAll(/[\s-]/g, '')),
  })
  const field = form.field('code')
  useResumed(draft, isMember, () => void form.send())

  const reset = () => {
    dropDraft(draft)
    form.set({ code: '' })
  }

  return {
    form,
    reset,
    field: {
      ...field,
      label: text.label,
      hint: field.error ? refusalAdvice(failure, text) : text.hint,
      onChange: (value: string) => {
        keepDraft(draft, { code: value })
        wait.clear()
        onChange?.()
        field.onChange(value)
      },
    },
    waiting: wait.left > 0 ? text.again(formatClock(wait.left)) : undefined,
  }
}

export function useResumed(draft: string, isMember: boolean, send: () => void): void {
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const { values, resumes } = readDraft(draft)
    if (!isMember || !resumes) return
    keepDraft(draft, values)
    latest.current()
  }, [draft, isMember])
}
