import { useRef } from 'react'
import { useText } from '#web/kit/text.ts'
import { useStore } from '#web/kit/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useDrop } from '../../form/use-drop.ts'
import { useLeaveWarning } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { IngestIcon } from '../../widgets/icons.ts'
import { Page, Panel } from '../../widgets/page.tsx'
import styles from './ingest.module.css'
import { Jobs } from './jobs.tsx'
import { matchFiles } from './match-files.ts'
import { ManyFiles } from './match-note.tsx'
import { Unfinished } from './unfinished.tsx'
import { UploadCard } from './upload-card.tsx'
import { addFiles, queue } from './upload-queue.ts'

const ACCEPTED = 'video/*,.mkv,.mxf,.ts,.m2ts,.mov,.srt,.vtt,.ass,.ssa,.ttml,.dfxp'

const addAndMatch = (files: readonly File[]): void => void matchFiles(addFiles(files))

/** Films come in parts and are prepared: what arrives, and what becomes of it. */
export function Ingest() {
  const text = useText('consoleIngest')
  const shell = useShellText()
  const items = useStore(queue, (value) => value.items)
  const isOver = useDrop(addAndMatch)
  useLeaveWarning(items.some(({ media }) => media.state === 'uploading'))
  return (
    <Page title={shell.screens.ingest} actions={<ChooseFiles />}>
      <Panel title={text.uploads}>
        <div className={styles.drop} data-over={isOver ? '' : undefined}>
          <span className={styles.dropIcon}>
            <IngestIcon size={22} />
          </span>
          <p>
            <strong>{isOver ? text.dropNow : text.drop}</strong>
            <span>{text.dropHint}</span>
          </p>
        </div>
        <ManyFiles items={items} />
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

function ChooseFiles() {
  const text = useText('consoleIngest')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        data-testid="files"
        onChange={({ currentTarget }) => {
          addAndMatch([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button look="primary" icon={<IngestIcon size={16} />} onClick={() => input.current?.click()}>
        {text.choose}
      </Button>
    </>
  )
}
