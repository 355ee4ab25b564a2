import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { history as readHistory, type TitleContent, version as readVersion } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useRead } from '../../client/use-read.ts'
import { DraftConflict } from '../../form/conflict.tsx'
import type { MergedVersions } from '../../form/overtaken.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { usePartText } from './part-text.ts'
import type { TitleDraftState } from './title-draft.ts'
import { combinePart, flatVersions } from './title-merge.rules.ts'
import { contentOf } from './title-parts.rules.ts'
import styles from './title.module.css'

interface MergeDialogProps {
  draft: TitleDraftState & { readonly id: string }
  /** That is there now. */
  version: number
  onMerged: (change: Pick<TitleDraftState, 'content' | 'baseVersion'>) => void
  /** Theirs is taken whole. */
  onDiscard: (change: Pick<TitleDraftState, 'content' | 'baseVersion'>) => void
  onClose: () => void
}

/** The draft on top of what another operator has published meanwhile. */
export function MergeDialog({ draft, version, onMerged, onDiscard, onClose }: MergeDialogProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { id: programId, baseVersion, content } = draft
  const base = useRead(readVersion, { programId, version: baseVersion }, { enabled: baseVersion > 0 })
  const theirs = useRead(readVersion, { programId, version })
  const history = useRead(readHistory, { programId })
  const before = baseVersion > 0 ? base.data?.content : EMPTY_TITLE
  const failed = [base, theirs, history].find(({ error, data }) => error && !data)
  const saved = history.data?.list.find((each) => each.version === version)
  return (
    <Dialog title={text.conflict.title} className={styles.wide} closeLabel={shell.close} onClose={onClose}>
      {failed?.error ? <FailedState error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {before && theirs.data && history.data ? (
        <MergeForm
          contents={{ base: before, mine: content, theirs: theirs.data.content }}
          by={actorName(saved?.actor ?? '')}
          at={saved?.at ?? ''}
          onSave={(merged) => onMerged({ content: merged, baseVersion: version })}
          onDiscard={() => onDiscard({ content: theirs.data.content, baseVersion: version })}
        />
      ) : failed ? null : (
        <Loading />
      )}
    </Dialog>
  )
}

/** By fields. */
export function MergeForm({ contents, onSave, ...merged }: MergedVersions<TitleContent>) {
  const { versions, names } = flatVersions(contents)
  const { labelOf, format } = usePartText()
  return (
    <DraftConflict
      {...merged}
      labelOf={labelOf}
      format={format}
      versions={versions}
      names={names}
      combine={combinePart}
      onSave={(merged) => onSave(contentOf(merged))}
    />
  )
}
