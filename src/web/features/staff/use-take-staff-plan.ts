import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import type { PaymentKind } from '#contract/payments.ts'
import type { Plan } from '#contract/plans.ts'
import { saveStaffPlanStatus } from '#contract/staff.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'

/** A payment that is made beside this page. */
export interface OpenStaffPayment {
  outTradeNo: string
  provider: PaymentKind
  /** Cents. */
  amount: number
  step: OpenStep
}

export type StaffPaymentDialog = ComponentType<{ payment: OpenStaffPayment; onClose: () => void }>

interface TakeOptions {
  staffToken: string
  /** The token of the check is used or too old. */
  onExpired: () => void
  onTaken: (planEnd: string) => void
}

/** Takes a staff plan: a free one at once, one with a price where it is paid. */
export function useTakeStaffPlan({ staffToken, onExpired, onTaken }: TakeOptions) {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<OpenStaffPayment>()
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal } = useSubmit(saveStaffPlanStatus, {
    on: { CODE_EXPIRED: onExpired, NOT_FOUND: onExpired },
  })

  async function take({ planId, amount }: Plan, provider: PaymentKind): Promise<void> {
    const address = `${location.origin}/#${pathname}?return=1`
    const answer = await submit({
      staffToken,
      planId,
      provider,
      continueURL: address,
      cancelURL: address,
      terminal: isMobileDevice() ? 'wap' : 'web',
    })
    if (answer.result !== 'SUCCESS') return
    const { planEnd, outTradeNo, nextAction } = answer
    if (planEnd !== undefined) {
      refreshAfterPlanChange(queries)
      onTaken(planEnd)
    }
    if (outTradeNo === undefined) return
    rememberPayment({ outTradeNo })
    const step = proceed(nextAction, paths.paymentResult({ outTradeNo }))
    if (step) setOpen({ outTradeNo, provider, amount, step })
  }

  return {
    take,
    /** Also while the browser is on its way to the provider's page. */
    pending: pending || isLeaving,
    failure: refusal?.failure,
    open,
    close: () => setOpen(undefined),
  }
}
