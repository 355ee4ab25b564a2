import type { Program } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { buttonOffer } from '../plans/offers.rules.ts'
import { usePlanOffer } from '../plans/use-plan-offer.ts'
import { isQuoted } from './quote.rules.ts'
import { useQuote } from './use-quote.ts'

export interface OfferLabel {
  text: string
  note: string
  /** Credits or the plan are missing: the button leads to them. */
  isShort: boolean
}

/**
 * The server's shorter words until the quote is there; undefined for a title that is not on sale. A visitor reads what the plan
 * costs that a title requires; of one that can be rented too, the server's price of the rental stands first, as for members.
 */
export function useOfferLabel(
  program: Pick<Program, 'programId' | 'programGuid' | 'access' | 'buttonText' | 'buttonNote' | 'offers' | 'vodType'>,
): OfferLabel | undefined {
  const text = useText('rentals')
  const { language, pattern } = useCallContext()
  const offer = buttonOffer(program)
  const { state } = useQuote(program, { enabled: isQuoted(offer) })
  const isPlanAfterLogin =
    program.access === 'login' && program.vodType === 'VIP UNLIMITED WATCH' && pattern !== 'children'
  const plan = usePlanOffer({ enabled: offer === 'plan' || isPlanAfterLogin })
  const { buttonText, buttonNote } = program
  if (isPlanAfterLogin && plan)
    return { text: buttonText, note: buttonNote ? text.orPass(buttonNote) : plan.priceText, isShort: false }
  if (!offer) return undefined
  if (plan) return { text: buttonText, note: plan.priceText, isShort: true }
  if (state.kind === 'short') {
    const missing = text.missingTitle(formatNumber(state.needed - state.owned, language))
    return { text: text.topUpButton, note: missing, isShort: true }
  }
  return {
    text: buttonText,
    note: state.kind === 'quote' ? state.quote.buttonText : buttonNote,
    isShort: offer === 'plan',
  }
}
