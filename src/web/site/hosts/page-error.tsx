import { useEffect, useState } from 'react'
import { ChunkError } from '#web/kit/chunk.ts'
import { CallError } from '#web/kit/envelope.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import type { ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { OfflineIcon } from '#web/ui/icons.tsx'
import styles from './page-error.module.css'

let failedBefore = false

/** A failed chunk can be retried; a second failure, or any other error, reloads the page. */
export function PageError({ error, onRetry }: ErrorFallbackProps) {
  const { errors, site } = useShellText()
  const isChunk = error instanceof ChunkError
  usePageTitle(isChunk ? errors.chunkTitle : errors.title)
  // The file may be gone with its build: only the page of the new build can load it.
  const [hasFailed] = useState(failedBefore)
  useEffect(() => {
    if (!isChunk) return
    failedBefore = true
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [isChunk, onRetry])
  if (isChunk) {
    return (
      <div className={styles.error}>
        <ErrorPanel
          isScreen
          icon={<OfflineIcon size={26} />}
          title={errors.chunkTitle}
          text={errors.chunkText}
          action={{ label: site.retry, onClick: hasFailed && navigator.onLine ? () => location.reload() : onRetry }}
        />
      </div>
    )
  }
  return (
    <div className={styles.error}>
      <ErrorPanel
        isScreen
        title={errors.title}
        text={error instanceof CallError ? error.message : errors.text}
        action={{ label: errors.reload, onClick: () => location.reload() }}
      />
    </div>
  )
}
