import { useSearchParams } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { useStore } from '#web/kit/use-store.ts'
import { ChooseFiles, FileDrop } from '../../form/file-drop.tsx'
import { useLeaveWarning } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { IngestIcon } from '../../widgets/icons.ts'
import { Page, Panel } from '../../widgets/page.tsx'
import styles from './ingest.module.css'
import { Jobs } from './jobs.tsx'
import { ManyFiles, matchFiles } from './match-note.tsx'
import { LooseSubtitles, UploadCard } from './upload-card.tsx'
import { addFiles, queue, unfinished } from './upload-queue.ts'
import { useEffect, useState } from 'react'
import type { PreviousUpload } from 'tus-js-client'
import { Button } from '#web/ui/button.tsx'
import { forgetUpload } from '../../client/send-file.ts'
import { sizeText } from '../../client/file-names.rules.ts'

const ACCEPTED = 'video/*,.mkv,.mxf,.ts,.m2ts,.mov,.srt,.vtt,.ass,.ssa,.ttml,.dfxp'

/** A title's page names the title that the next file is for. */
const CHOSEN_FOR = 'for'

/** Films come in parts and are prepared: what arrives, and what becomes of it. */
export function Ingest() {
  const text = useText('consoleIngest')
  const shell = useShellText()
  const { items, loose } = useStore(queue, (value) => value)
  const [query, setQuery] = useSearchParams()
  const chosenFor = query.get(CHOSEN_FOR) ?? undefined
  const addAndMatch = (files: readonly File[]): void => {
    const added = addFiles(files)
    void matchFiles(added, chosenFor)
    if (chosenFor !== undefined && added.length > 0) setQuery({}, { replace: true })
  }
  useLeaveWarning(items.some(({ media }) => media.state === 'uploading' || media.state === 'offline'))
  return (
    <Page
      title={shell.screens.ingest}
      actions={
        <ChooseFiles
          look="primary"
          icon={<IngestIcon size={16} />}
          accept={ACCEPTED}
          label={text.choose}
          onFiles={addAndMatch}
        />
      }
    >
      <Panel title={text.uploads}>
        <FileDrop text={text} icon={<IngestIcon size={22} />} onFiles={addAndMatch} />
        <ManyFiles items={items} />
        <LooseSubtitles files={loose} items={items} />
        {items.length > 0 ? (
          <ul className={styles.uploads}>
            {items.map((item) => (
              <UploadCard key={item.itemId} item={item} />
            ))}
          </ul>
        ) : null}
        <Unfinished key={items.length} />
      </Panel>
      <Jobs />
    </Page>
  )
}

/** What was begun before the page was closed. */
function Unfinished() {
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
