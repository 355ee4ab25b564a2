import { useState } from 'react'
import { history as readHistory, type NamedTitle } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { HistoryIcon } from '../../widgets/icons.ts'
import { Pill } from '../../widgets/pill.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { ChangeList } from './change-list.tsx'
import historyStyles from '../title/history.module.css'
import styles from './pages.module.css'

interface HistoryDrawerProps {
  scope: string
  /** That viewers see. */
  version: number
  titles: ReadonlyMap<string, NamedTitle>
  onRestore: (version: number) => void
  onClose: () => void
}

/** What was published when, by whom; each version can become the draft again. */
export function HistoryDrawer({ scope, version: current, titles, onRestore, onClose }: HistoryDrawerProps) {
  const text = useText('consolePages')
  const shell = useShellText()
  const [after, setAfter] = useState<number>()
  const { data, error, refetch } = useRead(readHistory, { scope, ...(after !== undefined && { after }) })
  return (
    <Dialog
      title={text.history}
      look="drawer"
      className={historyStyles.drawer}
      closeLabel={shell.close}
      onClose={onClose}
    >
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data?.list.length === 0 ? <State icon={<HistoryIcon size={22} />} title={text.noHistory} /> : null}
      <ol className={styles.versions} aria-label={text.history}>
        {data?.list.map(({ version, at, actor, changes }) => (
          <li key={version}>
            <div className={styles.versionHead}>
              <strong>{text.version(version)}</strong>
              <span>{actor === 'system' ? text.system : actorName(actor)}</span>
              <When at={at} />
              {version === current ? (
                <Pill tone="ok" hasDot>
                  {text.current}
                </Pill>
              ) : (
                <Button size="s" aria-label={text.restoreOf(version)} onClick={() => onRestore(version)}>
                  {text.restore}
                </Button>
              )}
            </div>
            <ChangeList label={text.changes} changes={changes} titles={titles} />
          </li>
        ))}
      </ol>
      {data?.next ? (
        <Button wide onClick={() => setAfter(data.next ?? undefined)}>
          {shell.more}
        </Button>
      ) : null}
    </Dialog>
  )
}
