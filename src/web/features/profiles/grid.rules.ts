/** Where an arrow key leads in a grid of tiles that wraps by `columns`; the same place when there is nothing further. */
export function moveInGrid(at: number, key: string, { count, columns }: { count: number; columns: number }): number {
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: count - 1,
  }[key]
  if (to === undefined) return at
  // Down from above a short last row: its end, not nowhere.
  if (key === 'ArrowDown' && to >= count && hasRowBelow(at, { count, columns })) return count - 1
  return to < 0 || to >= count ? at : to
}

const hasRowBelow = (at: number, { count, columns }: { count: number; columns: number }): boolean =>
  Math.floor(at / columns) < Math.floor((count - 1) / columns)

/** How many of the tiles stand in the first row, by their distance from the top. */
export function columnsOf(tops: readonly number[]): number {
  const first = tops[0]
  const end = tops.findIndex((top) => top !== first)
  return Math.max(1, end === -1 ? tops.length : end)
}
