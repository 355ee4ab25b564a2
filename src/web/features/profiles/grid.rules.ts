/** The account's first profile before the others, whose order stays. */
export const ownerFirst = <P extends { deletable: boolean }>(profiles: readonly P[]): P[] => [
  ...profiles.filter(({ deletable }) => !deletable),
  ...profiles.filter(({ deletable }) => deletable),
]

/** The index that an arrow key moves to in a grid with `columns`; the same index at the edge. */
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
  // Down from above a short last row goes to its end.
  if (key === 'ArrowDown' && to >= count && hasRowBelow(at, { count, columns })) return count - 1
  return to < 0 || to >= count ? at : to
}

const hasRowBelow = (at: number, { count, columns }: { count: number; columns: number }): boolean =>
  Math.floor(at / columns) < Math.floor((count - 1) / columns)

/** The number of tiles in the first row, by their offsets from the top. */
export function columnsOf(tops: readonly number[]): number {
  const first = tops[0]
  const end = tops.findIndex((top) => top !== first)
  return Math.max(1, end === -1 ? tops.length : end)
}
