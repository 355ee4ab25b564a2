import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatDay, lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { ResultFacts } from '#web/ui/result-card.tsx'
import type { AgreementOutcome } from './agreement-outcome.rules.ts'
import type { AgreementStatus } from './use-agreement.ts'

interface AgreementFactsProps {
  agreement: AgreementStatus
  outcome: AgreementOutcome
}

/** What was agreed, what was paid for it, and what is charged next. */
export function AgreementFacts({ agreement, outcome }: AgreementFactsProps) {
  const { result: text, providers, copy } = useText('plans')
  const { language } = useCallContext()
  const { outTradeNo, receiptNumber, planName, amount, currency, isTrial, provider, subscription } = agreement
  const isChange = outcome === 'replaced' || outcome === 'planChanged'
  const isStarted = outcome === 'trial' || outcome === 'paid' || isChange
  const held = isStarted ? subscription : null
  const granted = isChange ? null : held
  const money = (cents: number, of = currency) => formatMoney(cents, language, of)
  return (
    <ResultFacts
      facts={[
        { label: text.receipt, value: receiptNumber },
        {
          label: text.order,
          value: outTradeNo,
          copy: { label: copy.label, onClick: () => void copyText(outTradeNo, copy) },
        },
        { label: text.plan, value: planName },
        {
          label: text.today,
          value: isStarted ? money(amount) : undefined,
          detail: isTrial ? text.trialToday : undefined,
        },
        {
          label: isTrial ? text.firstCharge : text.nextCharge,
          value: held?.nextChargeAt && formatDay(held.nextChargeAt, language),
          detail: held ? money(held.nextPlan?.amount ?? held.amount, held.currency) : undefined,
        },
        { label: text.provider, value: text.auto(providers[provider]) },
        {
          label: text.credits,
          value: granted ? text.creditsOf(formatNumber(granted.extraCredits, language)) : undefined,
          detail: granted ? text.lapse(formatInstant(lastMoment(granted.cycleEndsAt), language)) : undefined,
        },
      ]}
    />
  )
}
