import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { find, history as readHistory, type PageContent, version as readVersion } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { readKey, useRead } from '../../client/use-read.ts'
import { Conflict } from '../../form/conflict.tsx'
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

interface OvertakenDialogProps {
  draft: PageDraftState
  newer: NonNullable<PageDraftState['newer']>
  onMerged: (change: Merged & { revision: string }) => void
  /** The newer one is taken whole. */
  onTaken: () => void
  onClose: () => void
}

/** What this window and another one of the same operator have made of one draft. */
export function OvertakenDialog({ draft, newer, onMerged, onTaken, onClose }: OvertakenDialogProps) {
  const shell = useShellText()
  const { overtaken: text } = useText('consolePages')
  const queries = useQueryClient()
  useEffect(() => {
    // The names of the titles that the newer draft has.
    void queries.invalidateQueries({ queryKey: readKey(find) })
  }, [queries])
  return (
    <Dialog title={text.title} className={titleStyles.wide} closeLabel={shell.close} onClose={onClose}>
      <MergeForm
        title={text.title}
        contents={{ base: draft.known, mine: draft.content, theirs: newer.content }}
        by={text.by}
        at={newer.at}
        onSave={(content) =>
          onMerged({
            content,
            baseVersion: Math.max(draft.baseVersion, newer.baseVersion),
            revision: newer.revision,
          })
        }
        onDiscard={onTaken}
      />
    </Dialog>
  )
}

interface MergeFormProps {
  title?: string
  contents: { base: PageContent; mine: PageContent; theirs: PageContent }
  by: string
  at: string
  onSave: (content: PageContent) => void
  onDiscard: () => void
}

function MergeForm({ title, contents, by, at, onSave, onDiscard }: MergeFormProps) {
  const { versions, names } = flatVersions(contents)
  const { labelOf, format } = usePartText(Object.values(contents))
  return (
    <Conflict
      {...(title !== undefined && { title })}
      versions={versions}
      fields={names.map((name) => ({
        name,
        label: labelOf(name),
        format: (value: unknown) => format(name, value),
      }))}
      combine={combinePart}
      by={by}
      at={at}
      pending={false}
      error={undefined}
      onSave={(merged) => onSave(contentOf(merged, versions.theirs))}
      onDiscard={onDiscard}
    />
  )
}
