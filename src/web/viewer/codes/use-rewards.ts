import type { Reward } from '#contract/codes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoment, shownEnd } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'

export interface RewardLine extends Reward {
  key: string
  figure: string
  what: string
  until: string
  /** What comes with it. */
  extra: string | undefined
}

export function useRewardLines(rewards: readonly Reward[]): RewardLine[] {
  const text = useText('codes')
  const { language } = useCallContext()
  return rewards.map((reward, at) => {
    const { kind, amount, expiresAt, extraCredits } = reward
    const figure = formatNumber(amount, language)
    const until = text.until[kind === 'plan' ? 'plan' : 'other'](formatMoment(shownEnd(expiresAt), language))
    const extra = extraCredits ? text.monthlyCredits(formatNumber(extraCredits, language)) : undefined
    return { ...reward, key: `${at} ${kind}`, figure, what: text.amount[kind](figure), until, extra }
  })
}

export function useRewardPhrase(rewards: readonly Reward[]): string {
  const text = useText('codes')
  const lines = useRewardLines(rewards)
  return lines.map(({ kind, what }) => (kind === 'plan' ? text.planOf(what) : what)).join(text.listJoin)
}
