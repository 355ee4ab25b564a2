import type { Program, ProgramCard } from '#contract/programs.ts'
import type { RentalsText } from '#text/zh_HK/rentals.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Language } from '#contract/languages.ts'
import { formatDuration, formatInstant, formatNumber } from '#web/kit/format.ts'
import { formatExpiry } from '#web/kit/format-day.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { isQuoted, lacksTime, type Quote, secondsLeft } from './quote.rules.ts'
import { buttonOffer } from '../plans/offers.rules.ts'
import { usePlanOffer } from '../plans/use-plan-offer.ts'
import { useQuote } from './use-quote.ts'

export type NotedTitle = Pick<ProgramCard, 'programId' | 'programGuid' | 'duration' | 'expiresAt'> &
  Partial<Pick<Program, 'access' | 'offers'>>

/** `warn`: it is to be read before the button is clicked. */
export interface RentalNote {
  text: string
  tone: 'plain' | 'warn'
}

export function useRentalNote(title: NotedTitle, neededSeconds = title.duration): RentalNote | undefined {
  const text = useText('rentals')
  const { language } = useCallContext()
  const isOnSale = title.access === 'buy'
  const offer = buttonOffer(title)
  const { state } = useQuote(title, { enabled: isQuoted(offer) })
  const plan = usePlanOffer({ enabled: offer === 'plan' })
  if (title.expiresAt && !isOnSale) return runningNote(title.expiresAt, neededSeconds, { text, language })
  if (plan) return { text: plan.termsText, tone: 'plain' }
  if (state.kind === 'quote') return { text: quoteNote(state.quote, { text, language }), tone: 'plain' }
  if (state.kind !== 'short') return undefined
  // What is missing is on the button.
  return { text: text.short(formatNumber(state.owned, language)), tone: 'plain' }
}

interface Wording {
  text: RentalsText
  language: Language
}

function runningNote(
  expiresAt: string,
  needed: number | undefined,
  { text, language }: Wording,
): RentalNote | undefined {
  const now = serverNow()
  const left = secondsLeft(expiresAt, now)
  if (left === 0) return undefined
  const length = formatDuration(left, language)
  if (needed !== undefined && lacksTime(expiresAt, needed, now))
    return { text: text.lacksTime(length, formatDuration(needed, language)), tone: 'warn' }
  return { text: text.running(formatInstant(expiresAt, language), length), tone: 'plain' }
}

/** "由每月點數扣除，租看後餘 31 點" */
export function quoteNote(quote: Quote, { text, language }: Wording): string {
  if (quote.unit === 'vouchers') {
    const { left, expiresAt } = quote.vouchers
    return text.voucherNote(formatExpiry(expiresAt, language), formatNumber(left, language))
  }
  const { credits } = quote
  const from = credits.from.map(({ bucket }) => text.buckets[bucket])
  return text.note(from.join(text.bucketJoin), formatNumber(credits.left, language))
}
