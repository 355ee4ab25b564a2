export type Edge = 'above' | 'below'

/** Where a row is afterwards that was dropped at an edge of another. */
export function placeOnDrop(from: number, onto: number, edge: Edge): number {
  const before = edge === 'above' ? onto : onto + 1
  return from < before ? before - 1 : before
}

/** The half of a row that holds the pointer. */
export const edgeAt = ({ top, height }: { top: number; height: number }, y: number): Edge =>
  y < top + height / 2 ? 'above' : 'below'
