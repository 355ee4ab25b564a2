import { useState } from 'react'
import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { history as readHistory, type TitleContent, version as readVersion } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BackIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { HistoryIcon } from '../../widgets/icons.ts'
import { FailedState, State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './history.module.css'
import { usePartText } from './part-text.ts'
import { Segments } from '../../widgets/segments.tsx'
import { changedParts } from './title-parts.rules.ts'

interface HistoryDrawerProps {
  programId: string
  /** The draft as it is now. */
  content: TitleContent
  isReadOnly: boolean
  /** One part of a version goes into the draft. */
  onTake: (key: string, source: TitleContent) => void
  onRestore: (version: number) => void
  onClose: () => void
}

/** What was published when, by whom; and what of it the draft could have back. */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const { programId, onClose } = props
  const text = useText('consoleTitle')
  const { versions } = text
  const shell = useShellText()
  const [open, setOpen] = useState<number>()
  const [after, setAfter] = useState<number>()
  const { data, error, refetch } = useRead(readHistory, { programId, ...(after !== undefined && { after }) })
  const rows = data?.list ?? []
  const at = rows.findIndex(({ version }) => version === open)
  return (
    <Dialog title={versions.title} look="drawer" className={styles.drawer} closeLabel={shell.close} onClose={onClose}>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data?.list.length === 0 ? <State icon={<HistoryIcon size={22} />} title={versions.empty} /> : null}
      {open !== undefined && at >= 0 ? (
        <VersionDetail
          {...props}
          version={open}
          predecessor={rows[at + 1]?.version}
          isLast={at === rows.length - 1 && data?.next !== null}
          onBack={() => setOpen(undefined)}
        />
      ) : (
        <ol className={styles.list} aria-label={versions.list}>
          {rows.map((row) => (
            <li key={row.version}>
              <VersionRow row={row} onOpen={() => setOpen(row.version)} />
            </li>
          ))}
        </ol>
      )}
      {open === undefined && data?.next ? (
        <Button wide onClick={() => setAfter(data.next ?? undefined)}>
          {shell.more}
        </Button>
      ) : null}
    </Dialog>
  )
}

interface VersionRowProps {
  row: {
    version: number
    at: string
    actor: string
    kind: 'import' | 'publish' | 'withdraw' | 'bulk' | 'undo'
    fields: readonly string[]
  }
  onOpen: () => void
}

function VersionRow({ row: { version, at, actor, kind, fields }, onOpen }: VersionRowProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { fieldLabel } = usePartText()
  const { versions } = text
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <strong>{text.version(version)}</strong>
      <span>
        {versions.kinds[kind]} · {actor === 'system' ? versions.system : actorName(actor)}
      </span>
      <When at={at} />
      <small>
        {fields.length > 10
          ? versions.changed(versions.all)
          : fields.length > 0
            ? versions.changed(fields.map(fieldLabel).join(shell.comma))
            : versions.same}
      </small>
    </button>
  )
}

interface VersionDetailProps extends HistoryDrawerProps {
  version: number
  predecessor: number | undefined
  /** Its predecessor is on the next page. */
  isLast: boolean
  onBack: () => void
}

type Against = 'predecessor' | 'today'

function VersionDetail(props: VersionDetailProps) {
  const { programId, version, predecessor, isLast, content, isReadOnly, onTake, onRestore, onBack } = props
  const text = useText('consoleTitle')
  const { versions } = text
  const [against, setAgainst] = useState<Against>('predecessor')
  const found = useRead(readVersion, { programId, version })
  const other = isLast ? version - 1 : predecessor
  const before = useRead(
    readVersion,
    { programId, version: other ?? version },
    { enabled: other !== undefined && against === 'predecessor' },
  )
  const base = against === 'today' ? content : other === undefined ? EMPTY_TITLE : before.data?.content
  const source = found.data?.content
  const failed = found.error ?? (against === 'predecessor' ? before.error : null)
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <IconButton size={36} label={versions.back} icon={<BackIcon size={18} />} onClick={onBack} />
        <strong>{text.version(version)}</strong>
        {isReadOnly ? null : (
          <Button size="s" onClick={() => onRestore(version)}>
            {versions.restore}
          </Button>
        )}
      </div>
      <Segments
        label={versions.against}
        value={against}
        options={[
          ['predecessor', versions.predecessor],
          ['today', versions.today],
        ]}
        onChange={setAgainst}
      />
      {failed ? (
        <FailedState error={failed} onRetry={() => void Promise.all([found.refetch(), before.refetch()])} />
      ) : base && source ? (
        <Differences base={base} source={source} draft={content} onTake={isReadOnly ? undefined : onTake} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

interface DifferencesProps {
  base: TitleContent
  source: TitleContent
  draft: TitleContent
  onTake: HistoryDrawerProps['onTake'] | undefined
}

/** By sign as well as by colour. */
function Differences({ base, source, draft, onTake }: DifferencesProps) {
  const { versions } = useText('consoleTitle')
  const { labelOf, format } = usePartText()
  const changed = changedParts(base, source)
  const open = new Set(changedParts(draft, source).map(({ key }) => key))
  if (changed.length === 0) return <p>{versions.same}</p>
  return (
    <ul className={styles.changes}>
      {changed.map(({ key, was, is }) => (
        <li key={key}>
          <span className={styles.label}>{labelOf(key)}</span>
          <del>− {format(key, was)}</del>
          <ins>+ {format(key, is)}</ins>
          {onTake && open.has(key) ? (
            <Button size="s" look="text" aria-label={versions.takeOf(labelOf(key))} onClick={() => onTake(key, source)}>
              {versions.take}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
