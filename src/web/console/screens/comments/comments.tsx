import { useEffect, useMemo, useRef, useState } from 'react'
import { list as listComments, QUEUES, REVIEW_REASONS } from '#contract/admin/comments.ts'
import { REJECTION_REASONS, type RejectionReason } from '#contract/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ListIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { type ScreenKey, useScreenKeys } from '../../shell/screen-keys.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ROW_OPENER } from '../../shell/use-keys.ts'
import { BulkBar } from '../../table/bulk-bar.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { type TableParams, useTableParams } from '../../table/use-table-params.ts'
import { CommentsIcon, HistoryIcon } from '../../widgets/icons.ts'
import { Key } from '../../widgets/key.tsx'
import { Page } from '../../widgets/page.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { AuthorRecord } from './author-record.tsx'
import { CommentPanel, Recent } from './comment-panel.tsx'
import { useCommentColumns } from './comment-columns.tsx'
import { type QueuedComment, type RejectionDraft, useReview } from './use-review.ts'
import { WordsDialog } from './words-dialog.tsx'
import styles from './comments.module.css'

const FILTERS = ['text', 'state', 'why'] as const
const SORTS = ['createdAt', '-createdAt'] as const
const PAGE_ROWS = 100
const LOG = href(PATHS.audit, { action: 'decide comment' })
const HOUR_MS = 3_600_000

/** Comments that wait for a person, one after the other by keyboard alone. */
export function Comments() {
  const text = useText('consoleComments')
  const shell = useShellText()
  const { language } = useCallContext()
  const params = useTableParams(FILTERS, SORTS)
  const { filter, sort } = params
  const list = useList(listComments, { filter, sort, limit: PAGE_ROWS })
  const review = useReviewing(list)
  const [isListing, setListing] = useState(false)
  const columns = useCommentColumns()
  const { rows, current, selected } = review
  const total = list.total === undefined ? undefined : Math.max(list.total - review.decided, rows?.length ?? 0)
  const oldest = sort === 'createdAt' ? rows?.[0] : undefined
  return (
    <Page
      title={shell.screens.comments}
      note={
        rows && total !== undefined
          ? [shell.total(formatNumber(total, language), list.isMore), ...waited(oldest, text)].join(' · ')
          : undefined
      }
      actions={
        <>
          <Button icon={<ListIcon size={16} />} onClick={() => setListing(true)}>
            {text.words}
          </Button>
          <Button icon={<HistoryIcon size={16} />} href={LOG}>
            {text.log}
          </Button>
        </>
      }
    >
      <CommentFilters {...params} />
      <div className={styles.columns} data-empty={rows?.length === 0 ? '' : undefined}>
        <div className={styles.queue}>
          {selected.length > 0 ? <SelectedBar review={review} /> : null}
          <DataTable
            label={text.list}
            columns={columns}
            list={{ ...list, rows, total }}
            keyOf={({ commentId }) => commentId}
            nameOf={({ name }) => name}
            openLabel={text.open}
            onOpen={({ commentId }) => review.open(commentId)}
            currentKey={current?.commentId}
            isLong
            selection={{ keys: review.keys, onChange: review.select }}
            sort={sort}
            onSort={() => undefined}
            empty={
              <NoRows
                text={text}
                icon={<CommentsIcon size={22} />}
                isFiltered={params.isFiltered}
                onClear={params.clear}
              />
            }
          />
        </div>
        <div className={styles.detail}>
          <div className={styles.work}>
            {current ? (
              <CommentPanel
                comment={current}
                at={rows!.indexOf(current) + 1}
                total={total ?? rows!.length}
                {...{
                  draft: review.draft,
                  setDraft: review.setDraft,
                  onDecide: review.onDecide,
                  onNext: review.onNext,
                }}
              />
            ) : null}
            <Recent decisions={review.recent} onUndo={review.undoDecision} onRetry={review.send} />
          </div>
          {current ? <AuthorRecord commentId={current.commentId} /> : null}
        </div>
      </div>
      {isListing ? <WordsDialog onClose={() => setListing(false)} /> : null}
    </Page>
  )
}

type ReviewText = ReturnType<typeof useText<'consoleComments'>>

function waited(comment: QueuedComment | undefined, { oldest }: Pick<ReviewText, 'oldest'>): string[] {
  if (!comment) return []
  const hours = Math.floor((serverNow() - Date.parse(comment.createdAt)) / HOUR_MS)
  return [hours < 48 ? oldest.hours(String(Math.max(0, hours))) : oldest.days(String(Math.floor(hours / 24)))]
}

const NO_DRAFT: RejectionDraft = { reasons: [], note: '' }

type Reviewing = ReturnType<typeof useReviewing>

/** Which comment is before the operator, which are ticked, and what the keys do with them. */
function useReviewing(list: ReturnType<typeof useList<typeof listComments>>) {
  const text = useText('consoleComments')
  const { rows, decided, recent, decideOn, send, undoDecision } = useReview(list)
  const [currentId, setCurrentId] = useState<string>()
  const [keys, select] = useState<ReadonlySet<string>>(new Set())
  const [draft, setDraft] = useState(NO_DRAFT)
  const current = rows?.find(({ commentId }) => commentId === currentId) ?? rows?.[0]
  const selected = rows?.filter(({ commentId }) => keys.has(commentId)) ?? []
  const follow = useFocusOf(current?.commentId)

  const open = (commentId: string | undefined) => {
    setCurrentId(commentId)
    setDraft(NO_DRAFT)
  }
  const move = (step: number) => {
    if (!rows || !current) return
    const next = rows[Math.min(rows.length - 1, Math.max(0, rows.indexOf(current) + step))]
    follow()
    if (next && next !== current) open(next.commentId)
  }
  const decideFor = (comments: readonly QueuedComment[], verdict: { approve: boolean; spoiler?: boolean }) => {
    if (!rows || !current || comments.length === 0) return
    if (!verdict.approve && draft.reasons.length === 0) return showToast({ text: text.reasonNeeded })
    const note = draft.note.trim() || undefined
    decideOn(comments, verdict.approve ? verdict : { ...verdict, reasons: draft.reasons, note })
    const ids = new Set(comments.map(({ commentId }) => commentId))
    const following = rows.slice(rows.indexOf(current)).find(({ commentId }) => !ids.has(commentId))
    follow()
    select(new Set([...keys].filter((key) => !ids.has(key))))
    open((following ?? rows.findLast(({ commentId }) => !ids.has(commentId)))?.commentId)
  }
  const onDecide = (verdict: { approve: boolean; spoiler?: boolean }) => current && decideFor([current], verdict)
  const decideSelected = (isApproved: boolean) => decideFor(selected, { approve: isApproved })
  const toggleReason = (reason: RejectionReason) =>
    setDraft((now) => ({ ...now, reasons: toggled(now.reasons, reason) }))
  const toggleRow = () => {
    if (current) select(new Set(toggled([...keys], current.commentId)))
  }
  const undoLast = () => {
    const last = recent.find(({ state, until = 0 }) => state === 'saving' || until > Date.now())
    if (last) void undoDecision(last)
  }
  const screenKeys: readonly ScreenKey[] = [
    { key: 'a', label: text.keys.approve, run: () => onDecide({ approve: true }) },
    { key: 'r', label: text.keys.reject, run: () => onDecide({ approve: false }) },
    ...REJECTION_REASONS.map((reason, at) => ({
      key: String(at + 1),
      ...(at === 0 && { label: text.keys.reason, shown: `1–${REJECTION_REASONS.length}` }),
      run: () => toggleReason(reason),
    })),
    { key: 's', label: text.keys.spoiler, run: () => onDecide({ approve: true, spoiler: true }) },
    { key: 'n', label: text.keys.next, run: () => move(1) },
    { key: 'j', run: () => move(1) },
    { key: 'k', run: () => move(-1) },
    { key: 'x', run: toggleRow },
    { key: 'A', label: text.keys.approveSelected, run: () => decideSelected(true) },
    { key: 'R', label: text.keys.rejectSelected, run: () => decideSelected(false) },
    { key: 'z', label: text.keys.undo, run: undoLast },
  ]
  useScreenKeys(useLatestKeys(screenKeys))
  return {
    rows,
    current,
    selected,
    keys,
    select,
    open,
    draft,
    setDraft,
    onDecide,
    decideSelected,
    recent,
    send,
    undoDecision,
    onNext: () => move(1),
    decided,
  }
}

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one]

/** The same keys all the time, which do what the last rendering says. */
function useLatestKeys(keys: readonly ScreenKey[]): readonly ScreenKey[] {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const labels = JSON.stringify(keys.map(({ key, label, shown }) => ({ key, label, shown })))
  return useMemo(
    () =>
      (JSON.parse(labels) as Omit<ScreenKey, 'run'>[]).map((one, at) => ({
        ...one,
        run: () => latest.current[at]?.run(),
      })),
    [labels],
  )
}

/** @returns has the focus follow the comment in the list after a key, so that a screen reader says it */
function useFocusOf(commentId: string | undefined): () => void {
  const isFollowing = useRef(false)
  useEffect(() => {
    if (!isFollowing.current || commentId === undefined) return
    isFollowing.current = false
    const row = document.querySelector<HTMLElement>(`tr[aria-current] [${ROW_OPENER}]`)
    row?.focus({ preventScroll: true })
    row?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [commentId])
  return () => {
    isFollowing.current = true
  }
}

function SelectedBar({ review: { selected, select, decideSelected } }: { review: Reviewing }) {
  const text = useText('consoleComments')
  const { language } = useCallContext()
  return (
    <BulkBar selected={text.selected(formatNumber(selected.length, language))} onClear={() => select(new Set())}>
      <Button icon={<CheckIcon size={16} />} onClick={() => decideSelected(true)}>
        {text.approveSelected} <Key>⇧A</Key>
      </Button>
      <Button icon={<CloseIcon size={16} />} onClick={() => decideSelected(false)}>
        {text.rejectSelected} <Key>⇧R</Key>
      </Button>
    </BulkBar>
  )
}

function CommentFilters({ filter, sort, isFiltered, set, clear }: TableParams<(typeof FILTERS)[number]>) {
  const text = useText('consoleComments')
  return (
    <Filters isFiltered={isFiltered} onClear={clear}>
      <SearchBox
        label={text.search}
        hint={text.searchHint}
        value={filter.text ?? ''}
        onSearch={(found) => set({ text: found })}
      />
      <SelectFilter
        label={text.state}
        value={filter.state ?? 'waiting'}
        isRequired
        options={QUEUES.map((state) => [state, text.states[state]])}
        onChange={(state) => set({ state: state === 'waiting' ? undefined : state })}
      />
      <SelectFilter
        label={text.why}
        value={filter.why}
        options={REVIEW_REASONS.map((why) => [why, text.whys[why]])}
        onChange={(why) => set({ why })}
      />
      <SelectFilter
        label={text.sort}
        value={sort}
        isRequired
        options={SORTS.map((each) => [each, text.sorts[each]])}
        onChange={(next) => set({ sort: next })}
      />
    </Filters>
  )
}
