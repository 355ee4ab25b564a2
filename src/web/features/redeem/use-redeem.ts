import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { redeemPromotionCode } from '#contract/codes.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { codeRefusals } from '#web/viewer/codes/code-refusals.ts'
import { useCodeForm } from '#web/viewer/codes/use-code-form.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'

export type Redeemed = OutputOf<typeof redeemPromotionCode>

/** typing: a code is entered; preview: what it would give; done: what it gave. */
export type RedeemStep = { at: 'typing' } | { at: 'preview' | 'done'; redeemed: Redeemed }

const DRAFT = 'redeem'
const TYPING: RedeemStep = { at: 'typing' }

/** A code, what it would give, and its redemption. A visitor is asked to log in and comes back to the preview. */
export function useRedeem() {
  const text = useText('codes')
  const queries = useQueryClient()
  const requireLogin = useRequireLogin()
  const { pathname, search } = useLocation()
  const [step, setStep] = useState<RedeemStep>(TYPING)
  const on = codeRefusals(text)
  const preview = useSubmit(redeemPromotionCode, { on, waitMessage: text.tooMany })
  const redemption = useSubmit(redeemPromotionCode, { on, waitMessage: text.tooMany })

  const { form, field, reset, waiting } = useCodeForm({
    draft: DRAFT,
    failure: (redemption.refusal ?? preview.refusal)?.failure,
    wait: preview.wait,
    onChange: startAgain,
    send: async (code) => {
      keepDraft(DRAFT, { code: form.values.code }, { resumes: true })
      if (!requireLogin({ kind: 'go', to: pathname + search })) return undefined
      keepDraft(DRAFT, { code: form.values.code })
      const answer = await preview.submit({ code, preview: true })
      if (answer.result === 'FAILED') return answer
      redemption.clear()
      setStep({ at: 'preview', redeemed: answer })
      return undefined
    },
  })

  function startAgain() {
    redemption.clear()
    setStep(TYPING)
  }

  async function confirm(): Promise<void> {
    const code = form.values.code.replaceAll(/[\s-]/g, '')
    const answer = await redemption.submit({ code, preview: false })
    if (answer.result === 'SUCCESS') {
      refreshAfterPlanChange(queries)
      reset()
      setStep({ at: 'done', redeemed: answer })
    } else if (answer.fields?.['code']) {
      setStep(TYPING)
      form.refuse(answer)
    }
  }

  return {
    step,
    form,
    field,
    waiting,
    confirm,
    isConfirming: redemption.pending,
    /** Why the redemption failed, where it can be tried again. */
    confirmError: redemption.refusal?.message || undefined,
    /** Back to an empty field. */
    another: () => {
      reset()
      startAgain()
    },
  }
}
