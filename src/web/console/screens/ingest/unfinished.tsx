import { useEffect, useState } from 'react'
import type { PreviousUpload } from 'tus-js-client'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './ingest.module.css'
import { forgetUpload } from '../../client/send-file.ts'
import { unfinished } from './upload-queue.ts'
import { sizeText } from '../../client/file-names.rules.ts'

/** What was begun before the page was closed. */
export function Unfinished() {
  const text = useText('consoleIngest')
  const [found, setFound] = useState<readonly PreviousUpload[]>([])
  useEffect(() => {
    let isGone = false
    void unfinished().then((list) => (isGone ? undefined : setFound(list)))
    return () => {
      isGone = true
    }
  }, [])
  if (found.length === 0) return null
  return (
    <div className={styles.unfinished}>
      <h3>{text.unfinished}</h3>
      <p>{text.unfinishedHint}</p>
      <ul>
        {found.map((one) => (
          <li key={one.urlStorageKey}>
            <span>
              {one.metadata.name} <small>{sizeText(one.size ?? 0)}</small>
            </span>
            <Button
              look="text"
              size="s"
              aria-label={text.discardOf(one.metadata.name ?? '')}
              onClick={() => {
                setFound(found.filter((other) => other !== one))
                void forgetUpload(one)
              }}
            >
              {text.discard}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
