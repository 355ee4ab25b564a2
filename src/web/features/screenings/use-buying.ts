import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import {
  obtainPersonalCinema,
  privateCinemaCreate,
  privateCinemaList,
  privateCinemaQuote,
} from '#contract/private-cinema.ts'
import { type PaymentKind, setupPaypal } from '#contract/payments.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { isMobile } from '#web/kit/device-capabilities.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'
import { refreshAfterPurchase } from '#web/viewer/rentals/rental-cache.ts'
import type { Slot } from './slots.ts'

export type ScreeningQuote = OutputOf<typeof privateCinemaQuote>

/** What the lists show is old. */
const LISTS = [privateCinemaList, obtainPersonalCinema, privateCinemaQuote] as const

/** Refusals after which the quote is no longer good. */
const OUTDATED: ReadonlySet<string> = new Set([
  'QUOTE_EXPIRED',
  'SELLING_FAST',
  'INSUFFICIENT_CREDITS',
  'INSUFFICIENT_TICKETS',
])

/** What a screening costs the member, and buying it for that. */
export function usePurchase({ slotId, program, startsAt }: Slot, { enabled }: { enabled: boolean }) {
  const { buy: text } = useText('screenings')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const quote = useCall(privateCinemaQuote, { slotId }, { enabled })
  const [isOutdated, setOutdated] = useState(false)
  const { submit, pending, refusal } = useSubmit(privateCinemaCreate)

  async function purchase({ payment, resourceId }: ScreeningQuote): Promise<void> {
    const answer = await submit({ programId: program.programId, startsAt, payment, resourceId })
    if (answer.result === 'SUCCESS') refreshAfterPurchase(queries)
    for (const endpoint of LISTS) void queries.invalidateQueries(queriesOf(endpoint))
    if (answer.result === 'SUCCESS') return navigate(routerPath(paths.private(answer.screening.screeningId, true)))
    const isStale = OUTDATED.has(answer.failure.errorCode)
    setOutdated(answer.failure.errorCode === 'QUOTE_EXPIRED')
    if (isStale) renew()
  }

  const renew = () =>
    void queries.resetQueries(queriesOf(privateCinemaQuote, (query) => query.get('slotId') === slotId))

  return {
    quote,
    renew,
    purchase,
    pending,
    problem: isOutdated ? text.changed : refusal?.message,
    retryAfter: refusal?.failure.errorCode === 'SELLING_FAST' ? refusal.failure.retryAfter : undefined,
  }
}

/** A payment that is made beside this page. */
export interface OpenScreeningPayment {
  outTradeNo: string
  provider: PaymentKind
  /** Cents. */
  amount: number
  step: OpenStep
}

/** Where the provider sends the browser back to. The order is read from this tab, and its state from the server. */
const returnAddress = (slotId: string): string => `${location.origin}/${paths.payCinema(slotId)}&return=1`

/** Begins the payment of a screening to a provider, and goes where it is made. Its seats are held meanwhile. */
export function usePayment({ slotId, amount }: Slot) {
  const { buy: text, sellingFast } = useText('screenings')
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenScreeningPayment>()
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal } = useSubmit(setupPaypal)

  async function pay(provider: PaymentKind): Promise<void> {
    if (isLeaving) return
    const address = returnAddress(slotId)
    const answer = await submit({
      amount,
      provider,
      purpose: 'cinema',
      purposeId: slotId,
      continueURL: address,
      cancelURL: address,
      terminal: isMobile() ? 'wap' : 'web',
    })
    // Held seats change what is shown; a refusal says that something here is old.
    for (const endpoint of LISTS) void queries.invalidateQueries(queriesOf(endpoint))
    if (answer.result !== 'SUCCESS') return
    const { outTradeNo, status, nextAction } = answer
    rememberPayment({ outTradeNo })
    const step = proceed(status === 'pending' ? nextAction : undefined, paths.paymentResult({ outTradeNo }))
    if (step) setOpen({ outTradeNo, provider, amount, step })
  }

  function problem(): string | undefined {
    if (!refusal) return undefined
    const { errorCode } = refusal.failure
    if (errorCode === 'SELLING_FAST') return sellingFast
    if (errorCode === 'CONFLICT') return text.changed
    return [...new Set([text.notStarted, refusal.message])].join(' ')
  }

  return {
    pay,
    pending: pending || isLeaving,
    problem: problem(),
    retryAfter: refusal?.failure.errorCode === 'SELLING_FAST' ? refusal.failure.retryAfter : undefined,
    open,
    close: () => setOpen(undefined),
  }
}
