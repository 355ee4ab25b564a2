import { template } from '#contract/admin/imports.ts'
import { useSearchParams } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { useStore } from '#web/kit/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { useExport } from '../../client/use-export.ts'
import { ChooseFiles, FileDrop } from '../../form/file-drop.tsx'
import { useLeaveWarning } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ImportIcon, IngestIcon } from '../../widgets/icons.ts'
import { Page, Panel } from '../../widgets/page.tsx'
import { DryRun } from './dry-run.tsx'
import {
  addFiles,
  type AddedFile,
  imports,
  isUnderWay,
  remove,
  sendAgain,
  sendAllAgain,
  STOPPED,
} from './import-files.ts'
import { ACCEPTED } from './import-files.rules.ts'
import { ImportProgress } from './import-progress.tsx'
import { PastImports } from './past-imports.tsx'
import styles from './import.module.css'

const PARAM = 'import'

/** A catalogue moves in: a table with films and pictures is tried, then imported. Which import is shown is in the address. */
export function Import() {
  const text = useText('consoleImport')
  const shell = useShellText()
  const [query, setQuery] = useSearchParams()
  const shown = query.get(PARAM) ?? undefined
  const show = (importId: string | undefined) => setQuery(importId ? { [PARAM]: importId } : {})
  const { save, pending } = useExport(template, { exported: text.saved, fileName: text.templateName })
  return (
    <Page
      title={shell.screens.imports}
      note={shown ? undefined : text.lead}
      actions={
        shown ? (
          <Button onClick={() => show(undefined)}>{text.back}</Button>
        ) : (
          <>
            <Button
              icon={<DownloadIcon size={16} />}
              busy={pending}
              busyText={shell.busy}
              onClick={() => void save({})}
            >
              {text.template}
            </Button>
            <ChooseFiles
              look="primary"
              icon={<IngestIcon size={16} />}
              accept={ACCEPTED}
              label={text.choose}
              onFiles={addFiles}
            />
          </>
        )
      }
    >
      {shown ? (
        <ImportProgress key={shown} importId={shown} />
      ) : (
        <>
          <NewImport onStarted={show} />
          <PastImports onOpen={show} />
        </>
      )}
    </Page>
  )
}

function NewImport({ onStarted }: { onStarted: (importId: string) => void }) {
  const text = useText('consoleImport')
  const { table, files, rejected } = useStore(imports, (value) => value)
  useLeaveWarning(files.some(isUnderWay))
  return (
    <>
      <Panel title={text.file} note={table ? text.table(table.name) : text.noTable}>
        <FileDrop text={text} icon={<ImportIcon size={22} />} onFiles={addFiles} />
        {rejected.length > 0 ? (
          <ul className={styles.rejected} role="alert">
            {rejected.map(({ name, why }) => (
              <li key={name}>{why === 'tooLarge' ? text.tooLarge(name) : text.unknown(name)}</li>
            ))}
          </ul>
        ) : null}
        <AddedFiles files={files} />
      </Panel>
      {table ? <DryRun key={table.tableId} table={table} files={files} onStarted={onStarted} /> : null}
    </>
  )
}

/** Films, subtitles and pictures: those under way and those that failed by name, the others as a number. */
function AddedFiles({ files }: { files: readonly AddedFile[] }) {
  const text = useText('consoleImport')
  const shell = useShellText()
  if (files.length === 0) return null
  const done = files.filter(({ state }) => state === 'complete').length
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const sent = files.reduce((sum, one) => sum + one.sent, 0)
  const stopped = files.filter(({ state }) => STOPPED.includes(state)).length
  const said = text.filesDone(done, files.length)
  return (
    <div className={styles.files}>
      <p className={styles.note} aria-live="polite">
        {said}
      </p>
      <progress className={styles.progress} max={Math.max(1, bytes)} value={sent} aria-label={said} />
      {stopped > 1 ? (
        <Button size="s" onClick={() => sendAllAgain()}>
          {text.retryAll(stopped)}
        </Button>
      ) : null}
      <ul className={styles.fileList} aria-label={text.files}>
        {files
          .filter(({ state }) => state === 'sending' || STOPPED.includes(state))
          .map((one) => (
            <li key={one.fileId} data-state={one.state}>
              {one.state === 'sending' ? (
                <span>{text.sending(one.file.name, Math.floor((one.sent / Math.max(1, one.file.size)) * 100))}</span>
              ) : (
                <>
                  <span className={styles.problem}>
                    {text.problem(one.file.name, one.state === 'offline' ? text.offline : one.message)}
                  </span>
                  <Button size="s" aria-label={text.retryFile(one.file.name)} onClick={() => sendAgain(one.fileId)}>
                    {shell.retry}
                  </Button>
                </>
              )}
              <Button
                size="s"
                look="text"
                aria-label={text.removeFile(one.file.name)}
                onClick={() => remove(one.fileId)}
              >
                {shell.cancel}
              </Button>
            </li>
          ))}
      </ul>
    </div>
  )
}
