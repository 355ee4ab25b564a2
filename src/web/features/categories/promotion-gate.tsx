import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { requestLogin } from '#web/viewer/session/pending-action.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { useText } from '#web/kit/text.ts'

/** What stands before a collection for adults. */
export type Gate = 'login' | 'code'

const GATES: Readonly<Record<string, Gate>> = { LOGIN_REQUIRED: 'login', PARENTAL_CODE_REQUIRED: 'code' }

/** The gate that a refusal names; undefined for any other refusal. */
export const isGate = (errorCode: string): Gate | undefined => GATES[errorCode]

interface PromotionGateProps {
  gate: Gate
  /** The gate that was asked at once. Its screen keeps it: while the collection is requested again, the gate is not on screen. */
  askedRef: RefObject<Gate | undefined>
}

/** In place of the collection: asks at once, and again by its button. The right code loads it, as everything on screen. */
export function PromotionGate({ gate, askedRef }: PromotionGateProps) {
  const text = useText('promotions').gate[gate]
  const { pathname, search } = useLocation()
  const at = `${pathname}${search}`
  const request = () => {
    if (gate === 'code') void requestParentalCode({ purpose: 'collection' })
    else requestLogin({ kind: 'go', to: at }, at)
  }
  useEffect(() => {
    if (askedRef.current === gate) return
    askedRef.current = gate
    request()
  })
  return (
    <ErrorPanel
      isScreen
      tone="plain"
      icon={<LockIcon size={26} />}
      title={text.title}
      text={text.text}
      action={{ label: text.action, onClick: request }}
    />
  )
}
