import { useEffect } from 'react'
import { ChunkError } from '#web/kit/chunk.ts'
import { CallError } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import type { ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { OfflineIcon } from '#web/ui/icons.tsx'
import styles from './page-error.module.css'

/**
 * Replaces a screen that failed: a chunk that could not be loaded can be retried, and is when the network is back; any
 * other error reloads the page.
 */
export function PageError({ error, onRetry }: ErrorFallbackProps) {
  const { errors, site } = useText()
  const isChunk = error instanceof ChunkError
  useEffect(() => {
    if (!isChunk) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [isChunk, onRetry])
  if (isChunk) {
    return (
      <div className={styles.error}>
        <ErrorPanel
          icon={<OfflineIcon size={26} />}
          title={errors.chunkTitle}
          text={errors.chunkText}
          action={{ label: site.retry, onClick: onRetry }}
        />
      </div>
    )
  }
  return (
    <div className={styles.error}>
      <ErrorPanel
        title={errors.title}
        text={error instanceof CallError ? error.message : errors.text}
        action={{ label: errors.reload, onClick: () => location.reload() }}
      />
    </div>
  )
}
