import { useEffect, useRef } from 'react'
import { ChunkError } from '#web/kit/chunk.ts'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { useText } from '#web/kit/text.ts'
import type { ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { showToast } from '#web/kit/toast-store.ts'

/** An overlay that failed goes away with a toast; the page below is whole. */
export function DetailError({ error }: ErrorFallbackProps) {
  const { errors } = useText()
  const { close } = useProgramOverlay()
  const text = error instanceof ChunkError ? errors.chunkText : errors.text
  const said = useRef(false)
  useEffect(() => {
    if (said.current) return
    said.current = true
    showToast({ text })
    close()
  }, [text, close])
  return null
}
