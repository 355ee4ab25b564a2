import type { Path } from '#web/kit/router.tsx'
import { overlaySteps, type SiteState } from '#web/viewer/cards/detail-overlay-link.ts'

/** The same screen with another overlay, or with none. */
export function samePage(a: Path, b: Path): boolean {
  return a.pathname === b.pathname && withoutProgram(a.search) === withoutProgram(b.search)
}

/** Counts the steps back to the page under the overlay. */
export function stateOfStep(from: Path & { state: unknown }, to: Path): SiteState {
  const opens = samePage(from, to) && programOf(to.search) !== null
  if (!opens) return { overlaySteps: 0 }
  if (programOf(from.search) === null) return { overlaySteps: 1 }
  const steps = overlaySteps(from.state)
  // An overlay opened first has no page below it in history, nor have those opened from it.
  return { overlaySteps: steps === 0 ? 0 : steps + 1 }
}

const programOf = (search: string) => new URLSearchParams(search).get('programId')

function withoutProgram(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('programId')
  return query.toString()
}
