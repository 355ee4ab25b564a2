import { history as readHistory, PAGE_PARTS, type PageContent, version as readVersion } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { idOfItem } from '#contract/admin/page-changes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
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
import { useLocalized, usePage, useTitleName } from './page-context.ts'

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

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** The parts of a page (`page-parts.rules.ts`) and their values in words. */
function usePartText(contents: readonly PageContent[]) {
  const text = useText('consolePages')
  const shell = useShellText()
  const { language } = useCallContext()
  const { titles } = usePage()
  const localized = useLocalized()
  const titleName = useTitleName(titles)
  const names = new Map(
    contents.flatMap((content) =>
      PAGE_PARTS.flatMap((part) =>
        content[part].map((item): [string, string] => {
          const name = localized('name' in item ? item.name : item.title)
          const about = 'bannerId' in item && item.programId !== null ? titleName(item.programId) : ''
          return [idOfItem(item), name || about || text.unnamed]
        }),
      ),
    ),
  )
  const words: Readonly<Record<string, string>> = { ...text.parts, ...text.fields, ...text.languages }
  const labelOf = (key: string): string => {
    const [part = '', id, ...path] = key.split('/')
    if (id === undefined) return text.orderOf(words[part] ?? part)
    return [names.get(id) ?? id, ...path.map((name) => words[name] ?? name)].join(' · ')
  }
  const format = (key: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return shell.none
    if (typeof value === 'boolean') return value ? shell.yes : shell.no
    if (Array.isArray(value)) {
      const say = key.endsWith('/programIds') ? titleName : (id: string) => names.get(id) ?? id
      return (value as readonly string[]).map(say).join(shell.comma) || shell.none
    }
    if (typeof value === 'object') return key.includes('/') ? (names.get(key.split('/')[1]!) ?? shell.yes) : shell.yes
    if (typeof value !== 'string') return String(value as number)
    if (key.endsWith('/programId')) return titleName(value)
    const known = [text.sources, text.classifies, text.bannerTypes] as readonly Readonly<Record<string, string>>[]
    const sentence = known.find((each) => value in each)?.[value]
    if (sentence && /\/(source|programClassify|bannerType)$/.test(key)) return sentence
    return INSTANT.test(value) ? shell.hongKong(formatInstant(value, language)) : value
  }
  return { labelOf, format }
}
