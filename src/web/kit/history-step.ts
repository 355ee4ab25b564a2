import { createExternalStore } from './store.ts'

/** Names the open layer in its history entry, which has the page's address and number. */
const STEP = 'layer'

export function stepOfEntry(): string | undefined {
  const entry: unknown = history.state
  const step = typeof entry === 'object' && entry !== null && STEP in entry ? entry[STEP] : undefined
  return typeof step === 'string' ? step : undefined
}

/** The prerender has no history. */
export const historyStep = createExternalStore<string | undefined>(stepOfEntry, undefined)

/** Back then closes the layer first. A layer in the place of another is the same step. */
export function addStep(step: string): void {
  const entry = { ...(history.state as object | null), [STEP]: step }
  if (stepOfEntry() === undefined) history.pushState(entry, '')
  else history.replaceState(entry, '')
  historyStep.changed()
}

/** `history.back` is asynchronous: a second step before its popstate would leave the page. */
let isGoingBack = false

export function takeStepBack(): void {
  if (isGoingBack || stepOfEntry() === undefined) return
  isGoingBack = true
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
}

/** At once, or after the step of an open layer was taken back. */
export function navigateBelowLayer(navigate: () => void): void {
  if (stepOfEntry() === undefined) return navigate()
  addEventListener('popstate', () => navigate(), { once: true })
  takeStepBack()
}
