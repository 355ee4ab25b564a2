import type { Plan } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'

/** The conditions of a plan, one sentence each. */
export function useConditions({ amount, currency, extraCredits, trialMonths }: Plan): string[] {
  const { terms } = useText('plans')
  const { language } = useCallContext()
  return terms.list({
    amount: formatMoney(amount, language, currency),
    credits: formatNumber(extraCredits, language),
    trial: trialMonths > 0,
  })
}
