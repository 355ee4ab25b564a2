import { type ReactNode, useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PackageIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { AddRecord, ContentView } from '../../content/content-view.tsx'
import { ImportDialog } from '../../content/import-dialog.tsx'
import { localName } from '../../content/names.ts'
import type { RecordField } from '../../content/record-form.rules.ts'
import { StateFilter, withdrawnOf } from '../../content/state-filter.tsx'
import { type Content, newId, nextPosition, useAllContent, useContentList } from '../../content/use-content.ts'
import { hongKongDay, instantOf } from '../../form/hong-kong.rules.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { IngestIcon } from '../../widgets/icons.ts'
import { Page } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { Deliveries } from './deliveries.tsx'
import { useFreightColumns, useGoodsColumns, useLockerColumns, useSaleColumns } from './sales-columns.tsx'
import { FREIGHT_FIELDS, SALE_FIELDS, useGoodsFields, useLockerFields } from './sales-fields.ts'
import { StockDialog } from './stock-dialog.tsx'

const VIEWS = ['goods', 'sales', 'lockers', 'freight'] as const
type View = (typeof VIEWS)[number]

/** Special sales: the catalogue's goods, and customer care's deliveries. The address says which. */
export function Sales() {
  const text = useText('consoleSales')
  const deliveries = useText('consoleDeliveries')
  const content = useText('consoleContent')
  const shell = useShellText()
  const me = useMe()
  const { filter, set } = useTableParams(['view'], ['place'])
  const mayEdit = me !== undefined && hasRole(me, ['catalogue'])
  const mayDeliver = me !== undefined && hasRole(me, ['care'])
  if (!mayDeliver) return <SaleContent />
  if (mayEdit && filter.view !== 'deliveries') return <SaleContent />
  return (
    <Page title={shell.screens.sales} note={deliveries.view}>
      {mayEdit ? (
        <div>
          <Segments
            label={content.views}
            value="deliveries"
            options={[...VIEWS.map((one) => [one, text.views[one]] as const), ['deliveries', deliveries.view]]}
            onChange={(view) => set({ view, orderNumber: undefined, state: undefined, sort: undefined })}
          />
        </div>
      ) : null}
      <Deliveries />
    </Page>
  )
}

/** What is sold, with its stock; the sales; where it is collected, and what shipping costs. */
function SaleContent() {
  const text = useText('consoleSales')
  const content = useText('consoleContent')
  const shell = useShellText()
  const { filter, set } = useTableParams(['view'], ['place'])
  const view = VIEWS.find((one) => one === filter.view) ?? 'goods'
  const sales = useAllContent('sale')
  const me = useMe()
  const deliveries = useText('consoleDeliveries')
  const mayDeliver = me !== undefined && hasRole(me, ['care'])
  const choose = (next: View | 'deliveries') =>
    set({
      view: next === 'goods' ? undefined : next,
      text: undefined,
      sale: undefined,
      region: undefined,
      state: undefined,
      record: undefined,
    })
  const segments = (
    <Segments<View | 'deliveries'>
      label={content.views}
      value={view}
      options={[
        ...VIEWS.map((one) => [one, text.views[one]] as const),
        ...(mayDeliver ? [['deliveries', deliveries.view] as const] : []),
      ]}
      onChange={choose}
    />
  )
  const mayAdd = view !== 'goods' || Boolean(sales.data?.length)
  return (
    <Page
      title={shell.screens.sales}
      note={text.note}
      actions={
        <>
          <ImportTable view={view} />
          {mayAdd ? <AddRecord label={text.add[view]} icon={<PlusIcon size={16} />} /> : null}
        </>
      }
    >
      {view === 'goods' && sales.error ? (
        <FailedState error={sales.error} onRetry={() => void sales.refetch()} />
      ) : null}
      {view === 'goods' ? <GoodsView segments={segments} sales={sales.data ?? []} /> : null}
      {view === 'sales' ? <SalesView segments={segments} /> : null}
      {view === 'lockers' ? <LockersView segments={segments} /> : null}
      {view === 'freight' ? <FreightView segments={segments} /> : null}
    </Page>
  )
}

/** Lockers and shipping costs come as tables of their carriers. */
function ImportTable({ view }: { view: View }) {
  const text = useText('consoleSales')
  const lockers = useLockerFields()
  const [isOpen, setOpen] = useState(false)
  if (view !== 'lockers' && view !== 'freight') return null
  return (
    <>
      <Button icon={<IngestIcon size={16} />} onClick={() => setOpen(true)}>
        {text.importTable[view]}
      </Button>
      {isOpen ? (
        <ImportDialog
          kind={view === 'lockers' ? 'locker' : 'freight'}
          title={text.importTable[view]}
          fields={view === 'lockers' ? lockers : FREIGHT_FIELDS}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

function GoodsView({ segments, sales }: { segments: ReactNode; sales: readonly Content[] }) {
  const text = useText('consoleSales')
  const { language } = useCallContext()
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'sale', 'state'], ['place'])
  const list = useContentList('goods', { text: filter.text, parent: filter.sale, withdrawn: withdrawnOf(filter.state) })
  const [stocked, setStocked] = useState<string>()
  const columns = useGoodsColumns(setStocked)
  const fields = useGoodsFields(sales, language)
  const goods = list.rows?.find(({ id }) => id === stocked)
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchGoods} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <SelectFilter
          label={text.goods.labels.saleId}
          value={filter.sale}
          options={sales.map(({ id, record }) => [id, localName(record.title, language)])}
          onChange={(sale) => set({ sale })}
        />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <ContentView
        kind="goods"
        label={text.views.goods}
        list={list}
        columns={columns}
        nameOf={({ record }) => localName(record.name, language)}
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ icon: <PackageIcon size={22} />, ...text.emptyGoods, add: text.add.goods }}
        titles={{ add: text.add.goods, edit: text.edit.goods }}
        fields={fields}
        texts={text.goods}
        initial={{
          goodsId: newId(),
          saleId: filter.sale ?? sales[0]?.id ?? '',
          medium: 'bluray',
          position: nextPosition(list.rows),
          withdrawn: false,
        }}
        consequences={({ counts }) => text.withdrawGoods(counts.unsent ?? 0, counts.held ?? 0)}
      />
      {goods ? <StockDialog goods={goods} onClose={() => setStocked(undefined)} /> : null}
    </>
  )
}

function SalesView({ segments }: { segments: ReactNode }) {
  const text = useText('consoleSales')
  const { language } = useCallContext()
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'state'], ['place'])
  const list = useContentList('sale', { text: filter.text, withdrawn: withdrawnOf(filter.state) })
  const columns = useSaleColumns()
  const [today] = useState(() => hongKongDay(new Date(serverNow()).toISOString()))
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchSales} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <ContentView
        kind="sale"
        label={text.views.sales}
        list={list}
        columns={columns}
        nameOf={({ record }) => localName(record.title, language)}
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ icon: <PackageIcon size={22} />, ...text.emptySales, add: text.add.sales }}
        titles={{ add: text.add.sales, edit: text.edit.sales }}
        fields={SALE_FIELDS}
        texts={text.sale}
        initial={{ saleId: newId(), startsAt: instantOf(`${today}T10:00`), withdrawn: false }}
        consequences={({ counts }) => text.withdrawSale(counts.unsent ?? 0, counts.paying ?? 0)}
      />
    </>
  )
}

function LockersView({ segments }: { segments: ReactNode }) {
  const text = useText('consoleSales')
  const { regions } = useText('consoleTitles')
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'region', 'state'], ['place'])
  const list = useContentList('locker', {
    text: filter.text,
    parent: filter.region,
    withdrawn: withdrawnOf(filter.state),
  })
  const columns = useLockerColumns()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchLockers} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <SelectFilter
          label={text.locker.labels.region}
          value={filter.region}
          options={[
            ['HK', regions.HK],
            ['MO', regions.MO],
          ]}
          onChange={(region) => set({ region })}
        />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <Plain
        kind="locker"
        list={list}
        columns={columns}
        isFiltered={isFiltered}
        onClear={clear}
        fields={useLockerFields()}
      />
    </>
  )
}

function FreightView({ segments }: { segments: ReactNode }) {
  const text = useText('consoleSales')
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'state'], ['place'])
  const list = useContentList('freight', { text: filter.text, withdrawn: withdrawnOf(filter.state) })
  const columns = useFreightColumns()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchFreight} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <Plain
        kind="freight"
        list={list}
        columns={columns}
        isFiltered={isFiltered}
        onClear={clear}
        fields={FREIGHT_FIELDS}
      />
    </>
  )
}

interface PlainProps extends Pick<Parameters<typeof ContentView>[0], 'list' | 'columns' | 'isFiltered' | 'onClear'> {
  kind: 'locker' | 'freight'
  fields: readonly RecordField[]
}

/** Lockers and zones are known by their codes. */
function Plain({ kind, ...props }: PlainProps) {
  const text = useText('consoleSales')
  const view = kind === 'locker' ? 'lockers' : 'freight'
  return (
    <ContentView
      {...props}
      kind={kind}
      label={text.views[view]}
      nameOf={({ id }) => id}
      empty={{ icon: <PackageIcon size={22} />, ...text.empty[view], add: text.add[view] }}
      titles={{ add: text.add[view], edit: text.edit[view] }}
      texts={text[kind]}
      initial={kind === 'locker' ? { region: 'HK', withdrawn: false } : { countries: [], withdrawn: false }}
      consequences={({ counts }) =>
        kind === 'locker' ? text.withdrawLocker(counts.unsent ?? 0) : text.withdrawFreight
      }
    />
  )
}
