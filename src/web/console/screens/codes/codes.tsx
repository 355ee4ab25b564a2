import { useState } from 'react'
import { BATCH_KINDS, CODE_PARTNERS, giftCards, list as listBatches } from '#contract/admin/codes.ts'
import { BATCH_STATES } from '#contract/code-batches.ts'
import { GIFT_CARD_STATES } from '#contract/codes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { GiftIcon, RedeemIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon, SearchIcon } from '#web/ui/icons.tsx'
import { useList } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ColumnChoice, useColumns } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { useBatchColumns, useCardColumns } from './code-columns.tsx'
import { LookDialog } from './look-dialog.tsx'

const VIEWS = ['batches', 'cards'] as const

/** Batches of codes, and the gift cards that were bought. */
export function Codes() {
  const text = useText('consoleCodes')
  const shell = useShellText()
  const { filter, set } = useTableParams(['view'], [''])
  const view = VIEWS.find((each) => each === filter.view) ?? 'batches'
  const [isLooking, setLooking] = useState(false)
  return (
    <Page
      title={shell.screens.codes}
      actions={
        <>
          <Button icon={<SearchIcon size={16} />} onClick={() => setLooking(true)}>
            {text.look.label}
          </Button>
          <Button look="primary" icon={<PlusIcon size={16} />} href={href(PATHS.newBatch)}>
            {text.add}
          </Button>
        </>
      }
    >
      <div>
        <Segments
          label={text.view}
          value={view}
          options={VIEWS.map((each) => [each, text.views[each]])}
          onChange={(next) =>
            set({
              view: next === 'batches' ? undefined : next,
              ...Object.fromEntries([...FILTERS, 'sort'].map((name) => [name, undefined])),
            })
          }
        />
      </div>
      {view === 'batches' ? <Batches /> : <Cards />}
      {isLooking ? <LookDialog onClose={() => setLooking(false)} /> : null}
    </Page>
  )
}

const FILTERS = ['text', 'kind', 'state', 'partner'] as const

function Batches() {
  const text = useText('consoleCodes')
  const shell = useShellText()
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, ['-madeAt', 'madeAt'])
  const list = useList(listBatches, { filter, sort })
  const all = useBatchColumns()
  const { shown, hidden, toggle } = useColumns(all)
  return (
    <>
      <Filters
        isFiltered={isFiltered}
        onClear={clear}
        aside={<ColumnChoice all={all} hidden={hidden} onToggle={toggle} />}
      >
        <SearchBox label={text.search} value={filter.text ?? ''} onSearch={(found) => set({ text: found })} />
        <SelectFilter
          label={text.kind}
          value={filter.kind}
          options={BATCH_KINDS.map((kind) => [kind, text.kinds[kind]])}
          onChange={(kind) => set({ kind })}
        />
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={BATCH_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state })}
        />
        <SelectFilter
          label={text.partner}
          value={filter.partner}
          options={CODE_PARTNERS.map((partner) => [partner, partner])}
          onChange={(partner) => set({ partner })}
        />
        <Total total={list.total} isMore={list.isMore} />
      </Filters>
      <DataTable
        label={text.list}
        columns={shown}
        list={list}
        keyOf={({ batchId }) => batchId}
        nameOf={({ name }) => name}
        openLabel={text.open}
        hrefOf={({ batchId }) => href(`${PATHS.codes}/${batchId}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          <NoRows
            text={text}
            icon={<RedeemIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
            action={{ label: text.add, href: href(PATHS.newBatch) }}
          />
        }
      />
      <span className="visually-hidden" aria-live="polite">
        {list.rows === undefined ? shell.loading : ''}
      </span>
    </>
  )
}

function Cards() {
  const text = useText('consoleCodes')
  const { filter, sort, isFiltered, set, clear } = useTableParams(['text', 'state'], ['-boughtAt', 'boughtAt'])
  const list = useList(giftCards, { filter, sort })
  const columns = useCardColumns()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear}>
        <SearchBox label={text.searchCards} value={filter.text ?? ''} onSearch={(found) => set({ text: found })} />
        <SelectFilter
          label={text.state}
          value={filter.state}
          options={GIFT_CARD_STATES.map((state) => [state, text.cardStates[state]])}
          onChange={(state) => set({ state })}
        />
        <Total total={list.total} isMore={list.isMore} />
      </Filters>
      <DataTable
        label={text.cardList}
        columns={columns}
        list={list}
        keyOf={({ outTradeNo }) => outTradeNo}
        nameOf={({ orderNumber }) => orderNumber}
        openLabel={text.openOrder}
        hrefOf={({ orderNumber }) => href(`${PATHS.orders}/${orderNumber}`)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={
          <NoRows
            text={{ ...text, empty: text.emptyCards, emptyText: text.emptyCardsText }}
            icon={<GiftIcon size={22} />}
            isFiltered={isFiltered}
            onClear={clear}
          />
        }
      />
    </>
  )
}

function Total({ total, isMore }: { total: number | undefined; isMore: boolean }) {
  const shell = useShellText()
  const { language } = useCallContext()
  return total === undefined ? null : <span>{shell.total(formatNumber(total, language), isMore)}</span>
}
