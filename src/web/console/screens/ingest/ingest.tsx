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
  useLeaveWarning(items.some(({ media }) => media.state === 'uploading'))
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
