import type { ListedWindow, ViewerScope } from './titles-model.ts'

/** Regions whose open windows are remembered; forgotten together when there are more. */
const REGIONS_MAX = 8

/** Which titles have an open licence window. */
export interface OpenWindows {
  /** 1 by slot for those that are open in the viewer's region at its instant. Not to be changed. */
  of(viewerScope: ViewerScope): Uint8Array
  /** Forgets what was remembered, because windows have changed. */
  forget(): void
}

/** What is open in a region, by slot, from one edge of a window to the next. */
type Open = { from: number; until: number; isOpen: Uint8Array }

/** @param windows the windows of each slot */
export function createOpenWindows(windows: readonly (readonly ListedWindow[])[]): OpenWindows {
  const regions = new Map<string, Open>()
  return {
    of({ region, now }) {
      const at = Number(now.epochNanoseconds / 1000n)
      const known = regions.get(region)
      if (known && known.from <= at && at < known.until) return known.isOpen
      if (regions.size >= REGIONS_MAX) regions.clear()
      const open = openAt(windows, region, at)
      regions.set(region, open)
      return open.isOpen
    },
    forget: () => regions.clear(),
  }
}

/** The slots with an open window in a region, and until when that does not change. */
function openAt(windows: readonly (readonly ListedWindow[])[], region: string, at: number): Open {
  const isOpen = new Uint8Array(windows.length)
  let next = Infinity
  for (const [slot, all] of windows.entries()) {
    for (const { region: here, from, until } of all) {
      if (here !== region) continue
      if (from > at) next = Math.min(next, from)
      else if (until > at) {
        isOpen[slot] = 1
        next = Math.min(next, until)
      }
    }
  }
  return { from: at, until: next, isOpen }
}
