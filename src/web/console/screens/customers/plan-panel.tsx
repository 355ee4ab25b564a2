import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { formatMonthDay, lastMoment } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import type { Customer } from './customer.ts'
import styles from './customers.module.css'

type Plan = NonNullable<Customer['plan']>

const TONES = {
  pending: 'warn',
  trial: 'blue',
  active: 'ok',
  past_due: 'bad',
  cancelling: 'warn',
  ended: 'plain',
} as const satisfies Record<Plan['state'], Tone>

export function PlanPanel({ plan }: Pick<Customer, 'plan'>) {
  const { plan: text, kinds } = useText('consoleCustomers')
  const { language } = useCallContext()
  if (!plan)
    return (
      <Panel title={text.title}>
        <p className={styles.nothing}>{text.none}</p>
      </Panel>
    )
  const { name, state, amountCents, kind, cycleStartsAt, cycleEndsAt, paidUntil, nextChargeAt, chargeAttempts } = plan
  const amount = formatMoney(amountCents, language)
  // Prepaid months are not renewed from the first day on: that is no cancellation.
  const shown = state === 'cancelling' && !kind ? 'active' : state
  return (
    <Panel
      title={name[language]}
      note={
        <>
          <Pill tone={TONES[shown]} hasDot>
            {text.states[shown]}
          </Pill>{' '}
          {kind ? text.monthly(amount, kinds[kind] ?? kind) : text.prepaid(amount)}
        </>
      }
    >
      <dl className={styles.grid}>
        <div>
          <dt>{text.cycle}</dt>
          <dd>
            {formatMonthDay(cycleStartsAt, language, 'short')} –{' '}
            {formatMonthDay(lastMoment(cycleEndsAt), language, 'short')}
          </dd>
        </div>
        <div>
          <dt>{text.paidUntil}</dt>
          <dd>
            <When at={lastMoment(paidUntil)} />
          </dd>
        </div>
        <div>
          <dt>{text.nextCharge}</dt>
          <dd>{nextChargeAt ? <When at={nextChargeAt} /> : text.noCharge}</dd>
        </div>
        <div>
          <dt>{text.failures}</dt>
          <dd>{text.failed(chargeAttempts)}</dd>
        </div>
      </dl>
      {plan.isBeingCancelled ? <p className={styles.nothing}>{text.beingCancelled}</p> : null}
    </Panel>
  )
}
