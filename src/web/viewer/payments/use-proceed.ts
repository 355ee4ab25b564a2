import { useEffect, useState } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import type { NextAction } from '#contract/payments.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { postForm } from '#web/kit/post-form.ts'
import { routerPath } from '#web/viewer/navigation/paths.ts'
import { type PaymentStep, paymentStep } from './next-action.rules.ts'

export type OpenStep = Extract<PaymentStep, { kind: 'qr' | 'app' }>

export function useProceed() {
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  // The browser's back button may bring this page back as it was left.
  useEffect(() => {
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  /** `result`: where to go when there is nothing to do but to wait. */
  function proceed(nextAction: NextAction | undefined, result: string): OpenStep | undefined {
    const step = paymentStep(nextAction, { isPhone: isMobileDevice() })
    if (step.kind === 'qr' || step.kind === 'app') return step
    if (step.kind === 'none') {
      navigate(routerPath(result))
      return undefined
    }
    setLeaving(true)
    if (step.kind === 'leave') location.assign(step.url)
    else postForm(step.url, step.fields)
    return undefined
  }

  return { proceed, isLeaving }
}
