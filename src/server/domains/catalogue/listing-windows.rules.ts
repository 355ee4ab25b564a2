import type { ListedWindow, ViewerScope } from './titles-model.ts'

/** Cached regions; cleared together beyond it. */
const REGIONS_MAX = 8

export interface OpenWindows {
  /** 1 by slot for licences open to the viewer. Read-only. */
  of(viewerScope: ViewerScope): Uint8Array
  forget(): void
}

/** By slot, valid between two window edges. */
type Open = { from: number; until: number; isOpen: Uint8Array }

/** @param windows by slot */
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

/** With the instant until which it holds. */
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
