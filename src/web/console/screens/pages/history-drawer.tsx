import { useInfiniteQuery } from '@tanstack/react-query'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { history as readHistory, type NamedTitle } from '#contract/admin/pages.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { readKey } from '../../client/use-read.ts'
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
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useHistory(scope)
  const versions = data?.pages.flatMap(({ list }) => list)
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
      {versions?.length === 0 ? <State icon={<HistoryIcon size={22} />} title={text.noHistory} /> : null}
      <ol className={styles.versions} aria-label={text.history}>
        {versions?.map(({ version, at, actor, changes }) => (
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
      {hasNextPage ? (
        <Button wide disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {shell.more}
        </Button>
      ) : null}
    </Dialog>
  )
}

type History = AdminOutputOf<typeof readHistory>

function useHistory(scope: string) {
  const client = useAdminClient()
  return useInfiniteQuery<History, CallError, { pages: History[] }, readonly unknown[], number | undefined>({
    queryKey: [...readKey(readHistory), 'pages', { scope }],
    queryFn: ({ pageParam: after, signal }) =>
      client.callOrThrow(readHistory, { scope, ...(after !== undefined && { after }) }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}
