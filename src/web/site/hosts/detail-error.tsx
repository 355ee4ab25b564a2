import { useEffect, useRef } from 'react'
import { ChunkError } from '#web/kit/chunk.ts'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import type { ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { showToast } from '#web/kit/toast-store.ts'

/** Closes an overlay that failed and shows a toast; the page below is not affected. */
export function DetailError({ error }: ErrorFallbackProps) {
  const { errors } = useShellText()
  const { close } = useProgramOverlay()
  const text = error instanceof ChunkError ? errors.chunkText : errors.text
  const reported = useRef(false)
  useEffect(() => {
    if (reported.current) return
    reported.current = true
    showToast({ text })
    close()
  }, [text, close])
  return null
}
