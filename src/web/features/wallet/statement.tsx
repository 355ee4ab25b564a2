import type { ReactNode } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import {
  type StatementLine,
  walletStatementFile,
  walletStatement,
  CREDIT_BUCKETS,
  type CreditBucket,
  STATEMENT_KINDS,
  type StatementKind,
} from '#contract/wallet.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { saveFile } from '#web/kit/save-file.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import {
  ClockIcon,
  DownloadIcon,
  GiftIcon,
  ListIcon,
  PassIcon,
  PeopleIcon,
  ReplayIcon,
} from '#web/ui/feature-icons.tsx'
import { PlayIcon, PlusIcon } from '#web/ui/icons.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { filterQuery, PERIODS, periodStart, readFilter, type StatementFilter } from './statement.rules.ts'
import arrow from '#web/ui/form/select-arrow.module.css'
import { keepUnits } from '#web/ui/keep-units.ts'
import styles from './statement.module.css'
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { listUrl } from '#web/kit/call-url.ts'
import type { CallError } from '#web/kit/envelope.ts'

/** The bookings of the wallet with running balances; the filters are in the address, and the file holds what they leave. */
export function Statement() {
  const text = useText('wallet')
  const { site } = useShellText()
  const { language } = useCallContext()
  const [query, setQuery] = useSearchParams()
  const filter = readFilter(query)
  const openedAt = useServerNow()
  const range: StatementRange = { bucket: filter.bucket, kind: filter.kind, from: periodStart(filter.period, openedAt) }
  const pages = useStatement(range)
  const lines = pages.data?.pages.flatMap(({ list }) => list) ?? []
  const choose = (change: Partial<StatementFilter>) =>
    setQuery(filterQuery({ ...filter, ...change }), { replace: true })
  return (
    <section className={styles.panel} aria-labelledby="statement-title">
      <div className={styles.head}>
        <h2 id="statement-title" className={styles.title}>
          {text.statement}
        </h2>
        <Filters filter={filter} onChange={choose} />
        <Download range={range} isEmpty={lines.length === 0} />
      </div>
      <PagedList
        compact
        pages={pages}
        count={lines.length}
        text={{ ...text, failed: text.statementFailed }}
        labels={site}
        icon={<ListIcon size={26} />}
        shown={text.shown(formatNumber(lines.length, language))}
      >
        <Lines lines={lines} />
      </PagedList>
    </section>
  )
}

interface FiltersProps {
  filter: StatementFilter
  onChange: (change: Partial<StatementFilter>) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const text = useText('wallet')
  return (
    <>
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">{text.filter}</legend>
        {[undefined, ...CREDIT_BUCKETS].map((bucket) => (
          <button
            key={bucket ?? 'all'}
            type="button"
            className={styles.chip}
            aria-pressed={filter.bucket === bucket}
            onClick={() => onChange({ bucket })}
          >
            {bucket ? text.buckets[bucket] : text.all}
          </button>
        ))}
      </fieldset>
      <label className={styles.choice}>
        <span className="visually-hidden">{text.kind}</span>
        <select
          className={arrow.select}
          value={filter.kind ?? ''}
          onChange={(event) => onChange({ kind: STATEMENT_KINDS.find((one) => one === event.target.value) })}
        >
          <option value="">{text.allKinds}</option>
          {STATEMENT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {text.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.choice}>
        <span className="visually-hidden">{text.period}</span>
        <select
          className={arrow.select}
          value={filter.period}
          onChange={(event) => onChange({ period: PERIODS.find((one) => one === event.target.value) ?? '3m' })}
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {text.periods[period]}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function Download({ range, isEmpty }: { range: StatementRange; isEmpty: boolean }) {
  const text = useText('wallet')
  const { site } = useShellText()
  const { submit, pending } = useSubmit(walletStatementFile, {
    onSuccess: (file) => saveFile(file, 'text/csv'),
    toast: text.csvDone,
    toastsRefusals: true,
  })
  return (
    <Button
      size="s"
      look="outline"
      icon={<DownloadIcon size={18} />}
      disabled={isEmpty}
      busy={pending}
      busyText={site.busy}
      onClick={() => void submit(range)}
    >
      {text.csv}
    </Button>
  )
}

/** A table; on a phone its rows are drawn as cards. */
function Lines({ lines }: { lines: readonly StatementLine[] }) {
  const { columns, statement, receipt } = useText('wallet')
  return (
    <table className={styles.table} aria-label={statement}>
      <thead>
        <tr>
          <th scope="col">{columns.at}</th>
          <th scope="col">{columns.item}</th>
          <th scope="col">{columns.bucket}</th>
          <th scope="col" className={styles.number}>
            {columns.change}
          </th>
          <th scope="col" className={styles.number}>
            {columns.balance}
          </th>
          <th scope="col">
            <span className="visually-hidden">{receipt}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line is its place: bookings have no id on the wire, and none changes
          <Line key={at} line={line} />
        ))}
      </tbody>
    </table>
  )
}

/** What a booking was, at a glance; its name stands beside it. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  rent: <PlayIcon size={16} />,
  screening: <PeopleIcon size={18} />,
  restore: <ReplayIcon size={18} />,
  topup: <PlusIcon size={18} />,
  code: <GiftIcon size={18} />,
  plan: <PassIcon size={18} />,
  expire: <ClockIcon size={18} />,
  forfeit: <ClockIcon size={18} />,
  void: <ClockIcon size={18} />,
}

function Line({ line: { at, kind, text: item, bucket, change, balance, outTradeNo } }: { line: StatementLine }) {
  const text = useText('wallet')
  const { language } = useCallContext()
  const size = formatNumber(Math.abs(change), language)
  return (
    <tr>
      <td className={styles.at}>
        <time dateTime={at}>{formatInstant(at, language)}</time>
      </td>
      <td className={styles.item}>
        <span className={styles.kind}>{ICONS[kind] ?? <ListIcon size={18} />}</span>
        {keepUnits(item)}
      </td>
      <td className={styles.bucket}>
        <span className={styles.swatch} data-bucket={bucket} />
        {text.buckets[bucket]}
      </td>
      <td className={styles.number} data-in={change > 0 ? '' : undefined}>
        {change > 0 ? `+${size}` : `−${size}`}
      </td>
      <td className={styles.balance}>
        <span className={styles.long}>{formatNumber(balance, language)}</span>
        <span className={styles.brief}>{text.balanceAfter(formatNumber(balance, language))}</span>
      </td>
      <td className={styles.receipt}>
        {outTradeNo ? (
          <a href={paths.setupReceipt(outTradeNo)} aria-label={text.receiptOf(formatInstant(at, language))}>
            {text.receipt}
          </a>
        ) : null}
      </td>
    </tr>
  )
}

type StatementPage = OutputOf<typeof walletStatement>

const STATEMENT = endpointUrl(walletStatement)
const PAGE_SIZE = 25

/** What a statement is limited to: a bucket, what its lines are about, and the Hong Kong day that it begins with. */
interface StatementRange {
  bucket?: CreditBucket | undefined
  kind?: StatementKind | undefined
  from?: string | undefined
}

/** The statement page by page, the newest first. */
function useStatement(range: StatementRange): UseInfiniteQueryResult<{ pages: StatementPage[] }, CallError> {
  const { get } = useApiClient()
  const context = useCallContext()
  const input = { ...range, pageSize: PAGE_SIZE }
  return useInfiniteQuery<StatementPage, CallError, { pages: StatementPage[] }, readonly [string, 'pages'], string>({
    queryKey: [listUrl(STATEMENT, input, context), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get<StatementPage>(listUrl(STATEMENT, { ...input, cursor: pageParam }, context), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}
