import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'

export type Edge = 'above' | 'below'

/** Where a row is afterwards that was dropped at an edge of another. */
export function placeOnDrop(from: number, onto: number, edge: Edge): number {
  const before = edge === 'above' ? onto : onto + 1
  return from < before ? before - 1 : before
}

/** The half of a row that holds the pointer. */
export const edgeAt = ({ top, height }: { top: number; height: number }, y: number): Edge =>
  y < top + height / 2 ? 'above' : 'below'

interface RowDragProps {
  /** Rows stay in their list. */
  listId: string
  id: string
  isMovable: boolean
  /** Another row of the list was dropped at an edge of this one. */
  onDrop: (id: string, edge: Edge) => void
}

interface RowDrag {
  readonly row: RefObject<HTMLDivElement | null>
  readonly handle: RefObject<HTMLSpanElement | null>
  readonly isDragged: boolean
  /** Where the dragged row would go. */
  readonly edge: Edge | undefined
}

/** A row is taken by its handle and dropped between others. */
export function useRowDrag({ listId, id, isMovable, onDrop }: RowDragProps): RowDrag {
  const row = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [isDragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<Edge>()
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const [element, dragHandle] = [row.current, handle.current]
    if (!isMovable || !element || !dragHandle) return undefined
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ listId, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.listId === listId,
        getData: ({ input }) => ({ edge: edgeAt(element.getBoundingClientRect(), input.clientY) }),
        onDrag: ({ self, source }) => setEdge(source.data.id === id ? undefined : (self.data.edge as Edge)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ self, source }) => {
          setEdge(undefined)
          latest.current(String(source.data.id), self.data.edge as Edge)
        },
      }),
    )
  }, [listId, id, isMovable])
  return { row, handle, isDragged, edge }
}
