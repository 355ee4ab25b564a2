import { history as readHistory, type PageContent, version as readVersion } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useRead } from '../../client/use-read.ts'
import { DraftConflict } from '../../form/conflict.tsx'
import type { MergedVersions } from '../../form/overtaken.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { FailedState } from '../../widgets/state.tsx'
import titleStyles from '../title/title.module.css'
import type { PageDraftState } from './page-draft.ts'
import { combinePart, contentOf, flatVersions } from './page-parts.rules.ts'
import { usePartText } from './part-text.ts'

type Merged = Pick<PageDraftState, 'content' | 'baseVersion'>

interface MergeDialogProps {
  scope: string
  draft: PageDraftState
  /** That is there now. */
  version: number
  onMerged: (change: Merged) => void
  /** Theirs is taken whole. */
  onDiscard: (change: Merged) => void
  onClose: () => void
}

/** The draft on top of what another operator has published meanwhile. */
export function MergeDialog({ scope, draft, version, onMerged, onDiscard, onClose }: MergeDialogProps) {
  const shell = useShellText()
  const text = useText('consolePages')
  const base = useRead(readVersion, { scope, version: draft.baseVersion })
  const theirs = useRead(readVersion, { scope, version })
  const history = useRead(readHistory, { scope })
  const failed = [base, theirs, history].find(({ error, data }) => error && !data)
  const saved = history.data?.list.find((each) => each.version === version)
  return (
    <Dialog title={text.conflictTitle} className={titleStyles.wide} closeLabel={shell.close} onClose={onClose}>
      {failed?.error ? <FailedState error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {base.data && theirs.data && history.data ? (
        <MergeForm
          contents={{ base: base.data.content, mine: draft.content, theirs: theirs.data.content }}
          by={actorName(saved?.actor ?? '')}
          at={saved?.at ?? ''}
          onSave={(content) => onMerged({ content, baseVersion: version })}
          onDiscard={() => onDiscard({ content: theirs.data.content, baseVersion: version })}
        />
      ) : failed ? null : (
        <Loading />
      )}
    </Dialog>
  )
}

/** By fields. */
export function MergeForm({ contents, onSave, ...merged }: MergedVersions<PageContent>) {
  const { versions, names } = flatVersions(contents)
  const { labelOf, format } = usePartText(Object.values(contents))
  return (
    <DraftConflict
      {...merged}
      labelOf={labelOf}
      format={format}
      versions={versions}
      names={names}
      combine={combinePart}
      onSave={(merged) => onSave(contentOf(merged, versions.theirs))}
    />
  )
}
