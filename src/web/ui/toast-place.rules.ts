/** Edges in px, as of `getBoundingClientRect`. */
export interface Box {
  top: number
  right: number
  bottom: number
  left: number
}

/** Between the toast and what it leaves free, or the upper edge of the window. */
const GAP = 8

/** How far up the toast moves so that it covers none of the boxes; undefined where there is no room for it. */
export function raiseAbove({ top, right, bottom, left }: Box, boxes: readonly Box[]): number | undefined {
  const height = bottom - top
  const beside = boxes.filter((box) => box.left < right && box.right > left)
  for (let at = top; at >= GAP;) {
    const covered = beside.filter((box) => box.top < at + height + GAP && box.bottom > at - GAP)
    if (covered.length === 0) return top - at
    at = Math.min(...covered.map((box) => box.top)) - GAP - height
  }
  return undefined
}
