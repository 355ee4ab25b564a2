import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useState } from 'react'
import type { Column } from '../../table/columns.tsx'
import { actorName, textKey } from '../../widgets/changes.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import type { ContactCase, Device, HistoryEntry, LedgerLine, Order, Rental, SentMessage } from './customer.ts'
import styles from './customers.module.css'

const number = (text: string) => <span className={styles.number}>{text}</span>

export function useLedgerColumns(): readonly Column<LedgerLine>[] {
  const { lists, credits } = useText('consoleCustomers')
  const { language } = useCallContext()
  const text = lists.ledger
  return [
    {
      id: 'text',
      label: text.text,
      cell: (line) => (
        <>
          <strong className={styles.main}>{line.text}</strong>
          <small className={styles.minor}>{line.reason}</small>
        </>
      ),
    },
    { id: 'bucket', label: text.bucket, from: 'tablet', cell: ({ bucket }) => credits.buckets[bucket] },
    {
      id: 'change',
      label: text.change,
      cell: ({ change }) => (
        <span className={styles.number} data-in={change > 0 ? '' : undefined}>
          {change > 0 ? '+' : '−'}
          {formatNumber(Math.abs(change), language)}
        </span>
      ),
    },
    { id: 'balance', label: text.balance, cell: ({ balance }) => number(formatNumber(balance, language)) },
    { id: 'at', label: text.at, cell: ({ at }) => <When at={at} /> },
  ]
}

const ORDER_TONES: Readonly<Record<Order['state'], Tone>> = {
  created: 'plain',
  pending: 'warn',
  failed: 'bad',
  expired: 'plain',
  paid: 'ok',
  review: 'warn',
  refunding: 'blue',
  part_refunded: 'blue',
  refunded: 'blue',
  disputed: 'bad',
  charged_back: 'bad',
}

export function useOrderColumns(): readonly Column<Order>[] {
  const { lists, purposes, kinds, orderStates } = useText('consoleCustomers')
  const { language } = useCallContext()
  const text = lists.orders
  const delivery = ({ refundedCents, deliveredAt, isUndeliverable }: Order) => {
    if (refundedCents > 0) return text.refunded(formatMoney(refundedCents, language))
    return isUndeliverable ? text.undeliverable : deliveredAt ? text.delivered : text.notDelivered
  }
  return [
    {
      id: 'number',
      label: text.number,
      cell: ({ orderNumber, purpose }) => (
        <>
          <strong className={styles.main}>{orderNumber}</strong>
          <small className={styles.minor}>{purposes[purpose]}</small>
        </>
      ),
    },
    {
      id: 'amount',
      label: text.amount,
      cell: ({ amountCents }) => number(formatMoney(amountCents, language)),
    },
    { id: 'kind', label: text.kind, from: 'desktop', cell: ({ kind }) => kinds[kind] ?? kind },
    {
      id: 'state',
      label: text.state,
      cell: ({ state }) => (
        <Pill tone={ORDER_TONES[state]} hasDot>
          {orderStates[state]}
        </Pill>
      ),
    },
    { id: 'delivery', label: text.delivery, from: 'tablet', cell: delivery },
    { id: 'at', label: text.at, cell: ({ at }) => <When at={at} /> },
  ]
}

export function useRentalColumns(): readonly Column<Rental>[] {
  const { lists, credits } = useText('consoleCustomers')
  const { language } = useCallContext()
  const [now] = useState(() => serverNow())
  const text = lists.rentals
  const stateOf = ({ voidedAt, endsAt }: Rental) =>
    voidedAt ? 'voided' : Date.parse(endsAt) > now ? 'running' : 'over'
  const tones = { voided: 'blue', running: 'ok', over: 'plain' } as const
  return [
    {
      id: 'title',
      label: text.title,
      cell: ({ title, programId }) => (
        <>
          <strong className={styles.main}>{title[language] || programId}</strong>
          <small className={styles.minor}>{programId}</small>
        </>
      ),
    },
    {
      id: 'price',
      label: text.price,
      cell: (rental) => (rental.byVoucher ? text.voucher : credits.credits(formatNumber(rental.credits, language))),
    },
    { id: 'at', label: text.at, from: 'tablet', cell: ({ at }) => <When at={at} /> },
    { id: 'ends', label: text.ends, cell: ({ endsAt }) => <When at={endsAt} /> },
    {
      id: 'state',
      label: text.state,
      cell: (rental) => (
        <Pill tone={tones[stateOf(rental)]} hasDot>
          {text[stateOf(rental)]}
        </Pill>
      ),
    },
  ]
}

/** `onEnd`: undefined for who may only look. */
export function useDeviceColumns(onEnd: ((device: Device) => void) | undefined): readonly Column<Device>[] {
  const { devices: text } = useText('consoleCustomers').lists
  const nameOf = ({ name }: Device) => name ?? text.unnamed
  return [
    {
      id: 'name',
      label: text.name,
      cell: (device) => <strong className={styles.main}>{nameOf(device)}</strong>,
    },
    { id: 'at', label: text.at, cell: ({ at }) => <When at={at} /> },
    { id: 'since', label: text.since, from: 'tablet', cell: ({ loggedInAt }) => <When at={loggedInAt} /> },
    ...(onEnd
      ? [
          {
            id: 'end',
            label: text.end,
            cell: (device: Device) => (
              <Button size="s" aria-label={text.endOf(nameOf(device))} onClick={() => onEnd(device)}>
                {text.end}
              </Button>
            ),
          },
        ]
      : []),
  ]
}

const SENT_TONES: Readonly<Record<SentMessage['state'], Tone>> = {
  waiting: 'warn',
  sending: 'warn',
  sent: 'ok',
  delivered: 'ok',
  undelivered: 'bad',
  refused: 'bad',
  expired: 'plain',
  unknown: 'warn',
  read: 'ok',
}

export function useMessageColumns(): readonly Column<SentMessage>[] {
  const { lists, templates, channels, sentStates } = useText('consoleCustomers')
  const text = lists.messages
  return [
    {
      id: 'what',
      label: text.what,
      cell: ({ template }) => <strong className={styles.main}>{templates[template] ?? template}</strong>,
    },
    { id: 'channel', label: text.channel, cell: ({ channel }) => channels[channel] },
    {
      id: 'state',
      label: text.state,
      cell: ({ state }) => (
        <Pill tone={SENT_TONES[state]} hasDot>
          {sentStates[state]}
        </Pill>
      ),
    },
    { id: 'at', label: text.at, cell: ({ at }) => <When at={at} /> },
  ]
}

const CASE_TONES = { open: 'warn', answered: 'ok', closed: 'plain' } as const

export function useCaseColumns(): readonly Column<ContactCase>[] {
  const { lists, themes, caseStates } = useText('consoleCustomers')
  const text = lists.cases
  return [
    {
      id: 'number',
      label: text.number,
      cell: ({ caseNumber }) => <strong className={styles.main}>{caseNumber}</strong>,
    },
    { id: 'theme', label: text.theme, cell: ({ theme }) => themes[theme] },
    {
      id: 'state',
      label: text.state,
      cell: ({ state }) => (
        <Pill tone={CASE_TONES[state]} hasDot>
          {caseStates[state]}
        </Pill>
      ),
    },
    { id: 'at', label: text.at, cell: ({ at }) => <When at={at} /> },
    {
      id: 'answered',
      label: text.answered,
      from: 'tablet',
      cell: ({ answeredAt }) => (answeredAt ? <When at={answeredAt} /> : null),
    },
  ]
}

export function useHistoryColumns(): readonly Column<HistoryEntry>[] {
  const { history: text } = useText('consoleCustomers').lists
  const { actions } = useText('consoleActions')
  return [
    {
      id: 'action',
      label: text.action,
      cell: ({ action }) => <strong className={styles.main}>{actions[textKey(action)] ?? action}</strong>,
    },
    { id: 'by', label: text.by, cell: ({ actor }) => actorName(actor) },
    { id: 'reason', label: text.reason, from: 'tablet', cell: ({ reason }) => reason },
    { id: 'at', label: text.at, cell: ({ at }) => <When at={at} /> },
  ]
}
