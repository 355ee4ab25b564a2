import { useText } from '#web/kit/text.ts'
import { PackageIcon, ReceiptIcon, ReplayIcon, ShieldIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, PlusIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { actorName } from '../../widgets/changes.tsx'
import { Panel } from '../../widgets/page.tsx'
import { useAccountName, useFormatEffect, useMoney } from './money.tsx'
import styles from './order.module.css'
import { effectsOf, type ShownOrder, type TimelineItem, timelineOf } from './timeline.rules.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'

type Tone = 'ok' | 'warn' | 'bad' | 'plain'

interface Told {
  readonly title: string
  readonly detail?: string | undefined
  readonly source: string
  readonly tone: Tone
  readonly Icon: typeof CheckIcon
}

/** What happened to an order, and how we know. */
export function Timeline({ shown }: { shown: ShownOrder }) {
  const text = useText('consoleOrder')
  const tell = useTell(shown)
  return (
    <Panel title={text.timeline} note={text.timelineNote}>
      <ol className={styles.timeline}>
        {timelineOf(shown).map((item) => {
          const { title, detail, source, tone, Icon } = tell(item)
          return (
            <li key={keyOf(item)} className={styles.event} data-tone={tone}>
              <span className={styles.dot}>
                <Icon size={16} />
              </span>
              <div className={styles.what}>
                <strong>{title}</strong>
                {detail ? <span className={styles.note}>{detail}</span> : null}
              </div>
              <div className={styles.when}>
                <Moment at={item.at} />
                <span className={styles.note}>{source}</span>
              </div>
            </li>
          )
        })}
      </ol>
      <p className={styles.rule}>
        <ShieldIcon size={16} />
        {text.rule}
      </p>
    </Panel>
  )
}

const keyOf = (item: TimelineItem): string => {
  if (item.is === 'evidence') return `${item.is} ${item.at} ${item.evidence.event} ${item.evidence.reference ?? ''}`
  if (item.is === 'booking') return `${item.is} ${item.booking.transferId}`
  return 'refund' in item ? `${item.is} ${item.refund.refundId}` : item.is
}

const BAD_EVENTS = new Set([
  'refused',
  'mismatched',
  'refundFailed',
  'disputeOpened',
  'disputeLost',
  'paidAgain',
  'refundedLate',
])
const GOOD_EVENTS = new Set(['covered', 'reviewAccepted', 'disputeWon', 'refundedInPart', 'refundedWhole'])

function useTell({ order }: ShownOrder): (item: TimelineItem) => Told {
  const text = useText('consoleOrder')
  const { states } = useText('consoleOrders')
  const { providers } = useText('consoleOrders')
  const shell = useShellText()
  const money = useMoney()
  const nameOf = useAccountName()
  const effect = useFormatEffect()
  const provider = providers[order.provider]
  const joined = (parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')
  return (item) => {
    switch (item.is) {
      case 'placed':
        return { title: text.placed, detail: order.item, source: provider, tone: 'ok', Icon: PlusIcon }
      case 'delivered':
        return { title: text.delivered, detail: order.item, source: '', tone: 'ok', Icon: PackageIcon }
      case 'undeliverable':
        return { title: text.undeliverable(item.reason), source: '', tone: 'bad', Icon: WarningIcon }
      case 'booking': {
        const { kind, entries, actor } = item.booking
        const parts = effectsOf([item.booking]).map(
          (one) => `${nameOf(one.account)} ${effect(one)} ${text.commodities[one.commodity]}`,
        )
        const title = text.booked(text.bookings[kind] ?? kind)
        const source = actor.startsWith('operator:') ? actorName(actor) : ''
        return {
          title,
          detail: entries.length > 0 ? parts.join(shell.comma) : '',
          source,
          tone: 'plain',
          Icon: ReceiptIcon,
        }
      }
      case 'evidence': {
        const { event, source, from, to, amountCents, currency, reference } = item.evidence
        const isBad = BAD_EVENTS.has(event)
        const detail = joined([
          from !== to && text.moved(states[from], states[to]),
          amountCents !== null && currency !== null && money(amountCents, currency),
          reference,
        ])
        const tone = isBad ? 'bad' : GOOD_EVENTS.has(event) ? 'ok' : 'plain'
        return {
          title: text.events[event],
          detail,
          source: text.sources[source],
          tone,
          Icon: isBad ? WarningIcon : CheckIcon,
        }
      }
      default:
        return tellRefund(item)
    }
  }

  function tellRefund({ is, refund }: Extract<TimelineItem, { refund: object }>): Told {
    const { amountCents, currency, actor, reason, state, problem, noteNumber, providerReference } = refund
    const amount = money(amountCents, currency)
    const asked = { source: actorName(actor), tone: 'warn', Icon: ReplayIcon } as const
    if (is === 'refundRequested') return { ...asked, title: text.refundRequested(amount), detail: reason }
    if (is === 'refundAsked') return { ...asked, title: text.refundAsked(amount), source: provider }
    const isDone = state === 'succeeded'
    const detail = joined([amount, noteNumber && text.note(noteNumber), providerReference, problem])
    const tone = isDone ? 'ok' : 'bad'
    return { title: text.refundEnded[state], detail, source: provider, tone, Icon: isDone ? CheckIcon : WarningIcon }
  }
}

/** To the second: the order of events is evidence. */
function Moment({ at }: { at: string }) {
  const { language } = useCallContext()
  const { hongKong } = useShellText()
  const time = `${formatInstant(at, language)}:${new Date(at).getUTCSeconds().toString().padStart(2, '0')}`
  return (
    <time className={styles.time} dateTime={at} title={hongKong(time)}>
      {time}
    </time>
  )
}
