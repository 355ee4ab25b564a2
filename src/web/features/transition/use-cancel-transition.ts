import { useCallback, useLayoutEffect, useRef } from 'react'
import { NavigationType, useNavigate, useNavigationType } from 'react-router'
import { numberOfEntry } from '#web/kit/history-step.ts'
import { stepsToShown } from './transition.rules.ts'

/** Cancels the route transition while it closes: returns to the history entry of the page that is still shown, whichever way that was left. */
export function useCancelTransition(closing: boolean): () => void {
  const navigate = useNavigate()
  const isPushed = useNavigationType() === NavigationType.Push
  const shown = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (!closing) shown.current = numberOfEntry()
  })
  return useCallback(() => {
    const steps = stepsToShown({ shown: shown.current, target: numberOfEntry(), isPushed })
    if (steps !== 0) void navigate(steps)
  }, [navigate, isPushed])
}
