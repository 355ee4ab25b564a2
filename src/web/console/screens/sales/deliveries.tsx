import { useState } from 'react'
import {
  delivered,
  list as listDeliveries,
  packing,
  REFERENCE_MAX,
  restock,
  sent,
  show,
} from '#contract/admin/deliveries.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { DELIVERY_STATES } from '#contract/goods.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon, EyeIcon, PackageIcon } from '#web/ui/feature-icons.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { saveFile } from '../../client/save-file.ts'
import { useChange } from '../../client/use-change.ts'
import { useList } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Filters, SearchBox, SelectFilter } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { NoRows } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './sales.module.css'

type DeliveryRow = AdminOutputOf<typeof listDeliveries>['list'][number]
type Address = AdminOutputOf<typeof show>

const FILTERS = ['orderNumber', 'state'] as const
const SORTS = ['paidAt', '-paidAt'] as const
const TONES = { paid: 'warn', sent: 'blue', delivered: 'ok', cancelled: 'plain' } as const satisfies Record<
  string,
  Tone
>

/** Orders of goods: what is to be sent, and what became of the others. Whom one goes to is read one by one, on record. */
export function Deliveries() {
  const text = useText('consoleDeliveries')
  const { filter, sort, isFiltered, set, clear } = useTableParams(FILTERS, SORTS)
  const list = useList(listDeliveries, { filter, sort })
  const columns = useDeliveryColumns()
  const [open, setOpen] = useState<string>()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={<PackingList />}>
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          value={filter.orderNumber ?? ''}
          onSearch={(orderNumber) => set({ orderNumber })}
        />
        <SelectFilter
          label={text.state}
          value={filter.state ?? 'paid'}
          isRequired
          options={DELIVERY_STATES.map((state) => [state, text.states[state]])}
          onChange={(state) => set({ state: state === 'paid' ? undefined : state })}
        />
      </Filters>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ orderId }) => orderId}
        nameOf={({ orderNumber }) => orderNumber}
        openLabel={text.open}
        onOpen={({ orderId }) => setOpen(open === orderId ? undefined : orderId)}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<NoRows text={text} icon={<PackageIcon size={22} />} isFiltered={isFiltered} onClear={clear} />}
      />
    </>
  )
}

function useDeliveryColumns(): readonly Column<DeliveryRow>[] {
  const text = useText('consoleDeliveries')
  const { language } = useCallContext()
  const { columns } = text
  return [
    {
      id: 'order',
      label: columns.order,
      cell: ({ orderNumber, isRefundRunning, isDisputed, restockedAt }) => (
        <span className={styles.delivery}>
          <strong>{orderNumber}</strong>
          {isRefundRunning ? <Pill tone="warn">{text.refundRuns}</Pill> : null}
          {isDisputed ? <Pill tone="bad">{text.disputed}</Pill> : null}
          {restockedAt === null ? null : <Pill tone="plain">{text.restocked}</Pill>}
        </span>
      ),
    },
    {
      id: 'goods',
      label: columns.goods,
      cell: ({ lines }) =>
        lines.map(({ goodsId, name, medium, quantity }) => (
          <span key={goodsId} className={styles.goodsLine}>
            {text.item(name[language], text.media[medium], formatNumber(quantity, language))}
          </span>
        )),
    },
    {
      id: 'to',
      label: columns.to,
      from: 'tablet',
      cell: ({ method, lockerCode, district }) =>
        [text.methods[method], lockerCode, district?.[language]].filter(Boolean).join(' · '),
    },
    {
      id: 'state',
      label: columns.state,
      from: 'tablet',
      cell: ({ state, reference }) => (
        <span className={styles.delivery}>
          <Pill tone={TONES[state]} hasDot>
            {text.states[state]}
          </Pill>
          {reference === null ? null : <span>{text.reference(reference)}</span>}
        </span>
      ),
    },
    {
      id: 'paid',
      label: columns.paid,
      sort: { up: 'paidAt', down: '-paidAt' },
      from: 'tablet',
      cell: ({ paidAt }) => <When at={paidAt} />,
    },
    {
      id: 'sent',
      label: columns.sent,
      from: 'desktop',
      cell: ({ sentAt }) => (sentAt === null ? null : <When at={sentAt} />),
    },
  ]
}

const detailOf = (order: DeliveryRow) => <Detail order={order} />

type Action = 'sending' | 'delivering' | 'restocking'

function Detail({ order }: { order: DeliveryRow }) {
  const text = useText('consoleDeliveries')
  const { state, orderNumber, isRefundRunning, isDisputed, restockedAt } = order
  const [action, setAction] = useState<Action>()
  return (
    <div className={styles.detail}>
      <Recipient order={order} />
      <div className={styles.detailActions}>
        {state === 'paid' ? (
          <Button look="primary" disabled={isRefundRunning || isDisputed} onClick={() => setAction('sending')}>
            {text.markSent}
          </Button>
        ) : null}
        {state === 'sent' ? <Button onClick={() => setAction('delivering')}>{text.markDelivered}</Button> : null}
        {state !== 'paid' && restockedAt === null ? (
          <Button onClick={() => setAction('restocking')}>{text.restock}</Button>
        ) : null}
        <Button look="text" href={href(`${PATHS.orders}/${orderNumber}`)}>
          {text.openOrder}
        </Button>
      </div>
      {action ? <Change action={action} order={order} onClose={() => setAction(undefined)} /> : null}
    </div>
  )
}

function Recipient({ order: { orderId, hasAddress } }: { order: DeliveryRow }) {
  const text = useText('consoleDeliveries')
  const shell = useShellText()
  const client = useAdminClient()
  const [to, setTo] = useState<Address>()
  const { run, pending } = useAction(async () => {
    const answer = await client.call(show, { orderId })
    if (answer.result === 'FAILED') showToast({ text: answer.message })
    else setTo(answer)
  })
  if (!hasAddress) return <p>{text.noAddress}</p>
  if (!to)
    return (
      <p className={styles.delivery}>
        <Button icon={<EyeIcon size={16} />} busy={pending} busyText={shell.busy} onClick={() => void run(undefined)}>
          {text.showAddress}
        </Button>
        <span>{text.addressNote}</span>
      </p>
    )
  const facts = [
    [text.recipient, to.recipient],
    [text.phone, to.phone],
    [text.address, to.address],
    [text.postcode, to.postcode],
    [text.country, to.country],
  ] as const
  return (
    <dl className={styles.recipient}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Change({ action, order, onClose }: { action: Action; order: DeliveryRow; onClose: () => void }) {
  const text = useText('consoleDeliveries')
  const { orderId, orderNumber } = order
  const [reference, setReference] = useState('')
  const options = { invalidates: [listDeliveries] }
  const sending = useChange(sent, options)
  const delivering = useChange(delivered, options)
  const restocking = useChange(restock, options)
  const submit = (reason: string | undefined) => {
    const typed = reference.trim()
    if (action === 'sending') return sending.submit({ orderId, reason, ...(typed && { reference: typed }) })
    return action === 'delivering'
      ? delivering.submit({ orderId, reason })
      : restocking.submit({ orderId, reason: reason ?? '' })
  }
  return (
    <Confirm
      title={text[action].title(orderNumber)}
      text={text[action].text}
      label={action === 'sending' ? text.markSent : action === 'delivering' ? text.markDelivered : text.restock}
      asksWhy={action === 'restocking' ? 'always' : 'never'}
      submit={submit}
      onDone={() => {
        showToast({ text: text[action].done })
        onClose()
      }}
      onClose={onClose}
    >
      {action === 'sending' ? (
        <TextField
          name="reference"
          label={text.sending.reference}
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          value={reference}
          onChange={setReference}
        />
      ) : null}
    </Confirm>
  )
}

const BOM = '\uFEFF'

/** Addresses of many: a reason, a typed word, a code of the authenticator. */
function PackingList() {
  const { packing: text } = useText('consoleDeliveries')
  const { language } = useCallContext()
  const client = useAdminClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon={<DownloadIcon size={16} />} onClick={() => setAsking(true)}>
        {text.label}
      </Button>
      {isAsking ? (
        <Confirm
          title={text.title}
          text={text.text}
          label={text.label}
          word={text.word}
          submit={async (reason) => {
            const answer = await client.call(packing, { reason: reason ?? '' })
            if (answer.result === 'SUCCESS') {
              saveFile(new Blob([BOM + answer.csv], { type: 'text/csv' }), text.fileName)
              const done = text.done(formatNumber(answer.orders, language))
              showToast({ text: answer.isMore ? `${done} ${text.more}` : done })
            }
            return answer
          }}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
