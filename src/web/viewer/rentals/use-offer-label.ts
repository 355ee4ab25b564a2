import type { Program } from '#contract/programs.ts'
import { useQuote } from './use-quote.ts'

/** What a button says: its action, and after a hairline what it costs. */
export interface OfferLabel {
  text: string
  note: string
}

/**
 * The label of the button of a title that is on sale: the quote's own words (what it costs of how much, and until when it lasts) once
 * they are there, before that the server's shorter ones. Undefined for a title that is not on sale.
 */
export function useOfferLabel(
  program: Pick<Program, 'programId' | 'programGuid' | 'access' | 'buttonText' | 'buttonNote'>,
): OfferLabel | undefined {
  const isOnSale = program.access === 'buy'
  const { state } = useQuote(program, { enabled: isOnSale })
  if (!isOnSale) return undefined
  return state.kind === 'quote'
    ? { text: program.buttonText, note: state.quote.buttonText }
    : { text: program.buttonText, note: program.buttonNote }
}
