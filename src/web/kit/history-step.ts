import { createExternalStore } from './store.ts'

/** Names the open layer in its history entry. The router has no part in these entries: they have the page's address and number. */
const STEP = 'layer'

/** The layer of the current history entry. */
export function stepOfEntry(): string | undefined {
  const entry: unknown = history.state
  const step = typeof entry === 'object' && entry !== null && STEP in entry ? entry[STEP] : undefined
  return typeof step === 'string' ? step : undefined
}

/** The prerender has no history. */
export const historyStep = createExternalStore<string | undefined>(stepOfEntry, undefined)

/** Opens a layer as a step of the browser's history, so that Back closes it first. A layer in the place of another is the same step. */
export function addStep(step: string): void {
  const entry = { ...(history.state as object | null), [STEP]: step }
  if (stepOfEntry() === undefined) history.pushState(entry, '')
  else history.replaceState(entry, '')
  historyStep.changed()
}

/** True between `history.back` and its popstate: going back is asynchronous, and a second step would leave the page. */
let isGoingBack = false

/** Closes the layer of the current entry by going back. */
export function takeStepBack(): void {
  if (isGoingBack || stepOfEntry() === undefined) return
  isGoingBack = true
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
}

/** Runs a navigation from the page's own entry: at once, or after the step of an open layer was taken back. */
export function navigateBelowLayer(navigate: () => void): void {
  if (stepOfEntry() === undefined) return navigate()
  addEventListener('popstate', () => navigate(), { once: true })
  takeStepBack()
}
