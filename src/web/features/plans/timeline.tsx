import type { Plan } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import type { PlanTerms } from './plan-terms.rules.ts'
import styles from './timeline.module.css'

interface Entry {
  when: string
  what: string
  amount: number
}

/** What is charged today and when the next charge is, or that there is none. */
export function Timeline({ plan, terms }: { plan: Plan; terms: PlanTerms }) {
  const { card } = useText('plans')
  const { language } = useCallContext()
  return (
    <ol className={styles.timeline} aria-label={card.timeline}>
      {useEntries(plan, terms).map(({ when, what, amount }) => (
        <li key={when} className={styles.entry}>
          <div className={styles.text}>
            <p className={styles.when}>{when}</p>
            <p className={styles.what}>{what}</p>
          </div>
          <p className={styles.amount}>{formatMoney(amount, language, plan.currency)}</p>
        </li>
      ))}
    </ol>
  )
}

function useEntries(plan: Plan, terms: PlanTerms): Entry[] {
  const { card, change } = useText('plans')
  const { language } = useCallContext()
  const credits = formatNumber(plan.extraCredits, language)
  const lapse = formatInstant(lastMoment(plan.firstCycleEndsAt), language)
  const today = (what: string): Entry => ({ when: card.today, what, amount: terms.dueToday })
  const later = (at: string, what: string, amount = plan.amount): Entry => ({
    when: formatInstant(at, language),
    what,
    amount,
  })
  switch (terms.kind) {
    case 'trial':
      return [today(card.trialStart(credits, lapse)), later(terms.nextCharge, card.trialCharge)]
    case 'paid':
      return [today(card.paidStart(credits, lapse)), later(terms.nextCharge, card.renewal)]
    case 'prepaid':
      return [today(card.prepaidStart(credits, lapse)), later(lastMoment(terms.ends), card.prepaidEnd, 0)]
    case 'change':
      return [today(change.approve), later(terms.nextCharge, card.renewal)]
    case 'overdue':
      return [today(change.payNow)]
  }
}
