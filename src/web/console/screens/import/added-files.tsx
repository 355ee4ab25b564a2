import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { type AddedFile, remove, sendAgain } from './import-files.ts'
import styles from './import.module.css'

/** Films, subtitles and pictures: those under way and those that failed by name, the others as a number. */
export function AddedFiles({ files }: { files: readonly AddedFile[] }) {
  const text = useText('consoleImport')
  const shell = useShellText()
  if (files.length === 0) return null
  const done = files.filter(({ state }) => state === 'complete').length
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const sent = files.reduce((sum, one) => sum + one.sent, 0)
  const said = text.filesDone(done, files.length)
  return (
    <div className={styles.files}>
      <p className={styles.note} aria-live="polite">
        {said}
      </p>
      <progress className={styles.progress} max={Math.max(1, bytes)} value={sent} aria-label={said} />
      <ul className={styles.fileList} aria-label={text.files}>
        {files
          .filter(({ state }) => state === 'sending' || state === 'failed')
          .map((one) => (
            <li key={one.fileId} data-state={one.state}>
              {one.state === 'sending' ? (
                <span>{text.sending(one.file.name, Math.floor((one.sent / Math.max(1, one.file.size)) * 100))}</span>
              ) : (
                <>
                  <span className={styles.problem}>
                    {text.problem(one.file.name, one.message === '' ? text.offline : one.message)}
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
