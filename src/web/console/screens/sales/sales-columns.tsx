import { useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import styles from '../../content/content.module.css'
import { ContentState } from '../../content/content-state.tsx'
import { localName } from '../../content/names.ts'
import { UsedBar } from '../../content/used-bar.tsx'
import type { Content } from '../../content/use-content.ts'
import type { Column } from '../../table/columns.tsx'

const Money = ({ dollars }: { dollars: unknown }) => {
  const { language } = useCallContext()
  return <span className={styles.number}>{formatMoney(Math.round(Number(dollars) * 100), language)}</span>
}

const stateColumn = (label: string): Column<Content> => ({
  id: 'state',
  label,
  from: 'tablet',
  cell: ({ record }) => <ContentState state={record.withdrawn ? 'withdrawn' : 'live'} />,
})

/** `onStock`: opens the change of stock. */
export function useGoodsColumns(onStock: (id: string) => void): readonly Column<Content>[] {
  const { goodsColumns: text, media, addStock } = useText('consoleSales')
  const { language } = useCallContext()
  return [
    {
      id: 'name',
      label: text.name,
      cell: ({ record }) => (
        <>
          <strong className={styles.main}>{localName(record.name, language)}</strong>
          <small className={styles.minor}>
            {localName(record.detail, language) || media[record.medium as keyof typeof media]}
          </small>
        </>
      ),
    },
    { id: 'sale', label: text.sale, from: 'desktop', cell: ({ names }) => localName(names.saleId, language) },
    { id: 'price', label: text.price, from: 'tablet', cell: ({ record }) => <Money dollars={record.price} /> },
    {
      id: 'stock',
      label: text.stock,
      cell: ({ record, counts }) => (
        <UsedBar
          used={(counts.sold ?? 0) + (counts.held ?? 0)}
          of={Number(record.supplied)}
          note={text.left(counts.free ?? 0)}
        />
      ),
    },
    {
      id: 'unsent',
      label: text.unsent,
      from: 'desktop',
      cell: ({ counts }) => <span className={styles.number}>{counts.unsent ?? 0}</span>,
    },
    stateColumn(text.state),
    {
      id: 'add',
      label: text.arrived,
      cell: ({ id, record }) => (
        <span className={styles.inRow}>
          <Button
            size="s"
            icon={<PlusIcon size={14} />}
            aria-label={addStock.of(localName(record.name, language))}
            onClick={() => onStock(id)}
          >
            {addStock.label}
          </Button>
        </span>
      ),
    },
  ]
}

export function useSaleColumns(): readonly Column<Content>[] {
  const { saleColumns: text } = useText('consoleSales')
  const { language } = useCallContext()
  const [now] = useState(() => serverNow())
  return [
    {
      id: 'title',
      label: text.title,
      cell: ({ record, names }) => (
        <>
          <strong className={styles.main}>{localName(record.title, language)}</strong>
          <small className={styles.minor}>{localName(names.programId, language)}</small>
        </>
      ),
    },
    {
      id: 'starts',
      label: text.starts,
      from: 'tablet',
      cell: ({ record }) => formatInstant(String(record.startsAt), language),
    },
    { id: 'ends', label: text.ends, cell: ({ record }) => formatInstant(String(record.endsAt), language) },
    {
      id: 'goods',
      label: text.goods,
      cell: ({ counts }) => <span className={styles.number}>{counts.goods ?? 0}</span>,
    },
    {
      id: 'unsent',
      label: text.unsent,
      from: 'desktop',
      cell: ({ counts }) => <span className={styles.number}>{counts.unsent ?? 0}</span>,
    },
    { id: 'state', label: text.state, cell: ({ record }) => <ContentState state={stateOf(record, now)} /> },
  ]
}

function stateOf({ withdrawn, startsAt, endsAt }: Content['record'], now: number) {
  if (withdrawn) return 'withdrawn'
  if (Date.parse(String(startsAt)) > now) return 'planned'
  return Date.parse(String(endsAt)) <= now ? 'over' : 'live'
}

export function useLockerColumns(): readonly Column<Content>[] {
  const { lockerColumns: text } = useText('consoleSales')
  const { regions } = useText('consoleTitles')
  const { language } = useCallContext()
  return [
    { id: 'code', label: text.code, cell: ({ id }) => <strong className={styles.number}>{id}</strong> },
    {
      id: 'district',
      label: text.district,
      cell: ({ record }) =>
        `${regions[record.region === 'MO' ? 'MO' : 'HK']} · ${localName(record.district, language)}`,
    },
    { id: 'address', label: text.address, from: 'tablet', cell: ({ record }) => localName(record.address, language) },
    {
      id: 'unsent',
      label: text.unsent,
      from: 'desktop',
      cell: ({ counts }) => <span className={styles.number}>{counts.unsent ?? 0}</span>,
    },
    stateColumn(text.state),
  ]
}

export function useFreightColumns(): readonly Column<Content>[] {
  const { freightColumns: text } = useText('consoleSales')
  const { language } = useCallContext()
  const names = new Intl.DisplayNames([language === 'zh_HK' ? 'zh-HK' : 'en'], { type: 'region' })
  return [
    { id: 'zone', label: text.zone, cell: ({ id }) => <strong>{id}</strong> },
    {
      id: 'countries',
      label: text.countries,
      cell: ({ record }) =>
        (record.countries as string[]).map((code) => names.of(code) ?? code).join(language === 'zh_HK' ? '、' : ', '),
    },
    { id: 'first', label: text.first, cell: ({ record }) => <Money dollars={record.first} /> },
    { id: 'further', label: text.further, cell: ({ record }) => <Money dollars={record.further} /> },
    stateColumn(text.state),
  ]
}
