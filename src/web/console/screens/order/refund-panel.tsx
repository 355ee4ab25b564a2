import { useDeferredValue, useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { list as listOrders, refund, show, tryRefund } from '#contract/admin/orders.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { LockIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Panel } from '../../widgets/page.tsx'
import { useAccountName, useFormatEffect, useMoney } from './money.tsx'
import styles from './order.module.css'
import { centsOf, creditsTaken, effectsOf, type ShownOrder, typedCents } from './timeline.rules.ts'

type Tried = AdminOutputOf<typeof tryRefund>

/** How much, what is taken back with it, and who has to approve it. */
export function RefundPanel({ shown }: { shown: ShownOrder }) {
  const { refund: text } = useText('consoleOrder')
  const { order, maxCents, limit, isOwn } = shown
  const why = limit === null ? undefined : limit === 'used' ? text.limits.used[order.kind] : text.limits[limit]
  return (
    <Panel title={text.title}>
      <div className={styles.refund}>
        {maxCents === 0 || isOwn ? (
          <p className={styles.note}>{maxCents === 0 ? (why ?? text.nothing) : null}</p>
        ) : (
          <RefundForm key={maxCents} shown={shown} why={why} />
        )}
      </div>
    </Panel>
  )
}

function RefundForm({ shown, why }: { shown: ShownOrder; why: string | undefined }) {
  const { refund: text } = useText('consoleOrder')
  const { providers } = useText('consoleOrders')
  const money = useMoney()
  const { order, maxCents, stepCents, isWholeOnly } = shown
  const currency = order.paidCurrency ?? order.currency
  const [typed, setTyped] = useState(typedCents(maxCents))
  const cents = centsOf(typed)
  const isRight = cents !== undefined && cents > 0 && cents <= maxCents && cents % stepCents === 0
  const asked = useDeferredValue(isRight ? cents : undefined)
  const tried = useRead(
    tryRefund,
    { outTradeNo: order.outTradeNo, amountCents: asked ?? maxCents },
    { enabled: asked !== undefined },
  )
  const most = text.most(money(maxCents, currency))
  const hint = [most, stepCents > 1 && text.step(money(stepCents, currency)), isWholeOnly && text.whole]
  return (
    <>
      <TextField
        name="amount"
        label={text.amount}
        hint={hint.filter(Boolean).join(' · ')}
        error={isRight ? undefined : text.wrong(money(maxCents, currency))}
        lead={currency === 'HKD' ? 'HK$' : currency}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        disabled={isWholeOnly}
        onChange={setTyped}
      />
      {why ? <p className={styles.note}>{why}</p> : null}
      <dl className={styles.to}>
        <dt>{text.to}</dt>
        <dd>
          <LockIcon size={16} />
          {text.toValue(providers[order.provider])}
        </dd>
      </dl>
      {!isRight ? null : tried.error ? (
        <Notice tone="warn" icon={<WarningIcon size={18} />}>
          {tried.error.message}
        </Notice>
      ) : tried.data && asked === cents && !tried.isPlaceholderData ? (
        <TriedRefund shown={shown} tried={tried.data} />
      ) : (
        <p className={styles.note} aria-busy="true">
          {text.trying}
        </p>
      )}
    </>
  )
}

function TriedRefund({ shown, tried }: { shown: ShownOrder; tried: Tried }) {
  const { refund: text } = useText('consoleOrder')
  const money = useMoney()
  const [isAsked, setAsked] = useState(false)
  const { order, aloneCents } = shown
  const amount = money(tried.amountCents, order.paidCurrency ?? order.currency)
  const { way } = tried
  return (
    <>
      <TakenBack shown={shown} tried={tried} />
      <Effects tried={tried} />
      {way === 'alone' ? (
        <p className={styles.note}>{text.alone(money(aloneCents))}</p>
      ) : (
        <Notice tone="warn" icon={<PeopleIcon size={18} />}>
          {text[way]}
        </Notice>
      )}
      <div className={styles.submit}>
        <Button look="danger" disabled={way === 'finance'} onClick={() => setAsked(true)}>
          {way === 'second' ? text.request(amount) : text.submit(amount)}
        </Button>
      </div>
      {isAsked ? <ConfirmRefund shown={shown} tried={tried} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

/** What the buyer loses, in words. */
function useTaken({ order }: ShownOrder, { bookings, isWhole }: Tried): readonly string[] {
  const { refund: text } = useText('consoleOrder')
  const { language } = useCallContext()
  const credits = creditsTaken(bookings)
  const whole = isWhole ? text.wholes[order.kind] : undefined
  return [...(credits > 0 ? [text.credits(formatNumber(credits, language))] : []), ...(whole ? [whole] : [])]
}

function TakenBack({ shown, tried }: { shown: ShownOrder; tried: Tried }) {
  const { refund: text } = useText('consoleOrder')
  const taken = useTaken(shown, tried)
  return (
    <section className={styles.taken} aria-label={text.takes}>
      <h3 className={styles.label}>{text.takes}</h3>
      {taken.length === 0 ? <p>{text.takesNothing}</p> : null}
      {taken.map((one) => (
        <p key={one}>
          <strong>{one}</strong>
        </p>
      ))}
      {shown.order.kind === 'credits' && shown.limit === 'used' ? <p className={styles.note}>{text.rentals}</p> : null}
    </section>
  )
}

function Effects({ tried: { bookings } }: { tried: Tried }) {
  const text = useText('consoleOrder')
  const nameOf = useAccountName()
  const effect = useFormatEffect()
  const effects = effectsOf(bookings)
  if (effects.length === 0) return null
  const { effect: title, effectNote, effectColumns: columns } = text.refund
  return (
    <table className={styles.effects}>
      <caption>
        <span className={styles.label}>{title}</span> <span className={styles.note}>{effectNote}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{columns.account}</th>
          <th scope="col">{columns.unit}</th>
          <th scope="col">{columns.change}</th>
        </tr>
      </thead>
      <tbody>
        {effects.map((one) => (
          <tr key={`${one.account} ${one.commodity}`}>
            <th scope="row">{nameOf(one.account)}</th>
            <td>{text.commodities[one.commodity]}</td>
            <td>{effect(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The consequences once more, and why. */
function ConfirmRefund({ shown, tried, onClose }: { shown: ShownOrder; tried: Tried; onClose: () => void }) {
  const { refund: text } = useText('consoleOrder')
  const { providers } = useText('consoleOrders')
  const shell = useShellText()
  const money = useMoney()
  const { order } = shown
  const { submit } = useChange(refund, { invalidates: [show, listOrders, listApprovals, tryRefund] })
  const amount = money(tried.amountCents, order.paidCurrency ?? order.currency)
  const taken = useTaken(shown, tried)
  return (
    <Confirm
      title={text.confirmTitle(amount)}
      text={[text.confirm(amount, providers[order.provider]), ...taken.map(text.sentence)].join(' ')}
      label={tried.way === 'second' ? text.request(amount) : text.submit(amount)}
      isDanger
      submit={async (reason) => {
        const { outTradeNo } = order
        const answer = await submit({ outTradeNo, amountCents: tried.amountCents, reason: reason ?? '' })
        if (answer.result === 'SUCCESS')
          showToast({ text: answer.approvalId === undefined ? text.done(amount) : shell.waits })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
