import type { Program } from '#contract/programs.ts'
import { buttonOffer } from '../plans/offers.rules.ts'
import { usePlanOffer } from '../plans/use-plan-offer.ts'
import { isQuoted } from './quote.rules.ts'
import { useQuote } from './use-quote.ts'

export interface OfferLabel {
  text: string
  note: string
}

/** The server's shorter words until the quote is there; undefined for a title that is not on sale. */
export function useOfferLabel(
  program: Pick<Program, 'programId' | 'programGuid' | 'access' | 'buttonText' | 'buttonNote' | 'offers'>,
): OfferLabel | undefined {
  const offer = buttonOffer(program)
  const { state } = useQuote(program, { enabled: isQuoted(offer) })
  const plan = usePlanOffer({ enabled: offer === 'plan' })
  const { buttonText: text, buttonNote } = program
  if (!offer) return undefined
  if (plan) return { text, note: plan.priceText }
  return { text, note: state.kind === 'quote' ? state.quote.buttonText : buttonNote }
}
