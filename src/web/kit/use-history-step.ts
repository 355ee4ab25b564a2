import { useCallback, useEffect } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { addStep, historyStep, takeStepBack } from './history-step.ts'
import { useStore } from './use-store.ts'

export function useHistoryStep(name: string): { isOpen: boolean; open: () => void; close: () => void } {
  // The router's own entries have no layer: rendered with each navigation, the store is read again.
  useLocation()
  const isOpen = useStore(historyStep, (step) => step === name)
  useEffect(() => {
    addEventListener('popstate', historyStep.changed)
    return () => removeEventListener('popstate', historyStep.changed)
  }, [])
  const open = useCallback(() => addStep(name), [name])
  return { isOpen, open, close: takeStepBack }
}
