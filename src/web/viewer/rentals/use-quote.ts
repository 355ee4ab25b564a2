import { useQueryClient } from '@tanstack/react-query'
import { order } from '#contract/playback.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useCall } from '#web/kit/use-call.ts'
import { type QuoteState, quoteState } from './quote.rules.ts'

export interface QuoteAnswer {
  state: QuoteState
  renew: () => void
}

/** One answer for note, dialog and purchase, so that they name the same price; the request writes nothing. */
export function useQuote(
  { programId, programGuid }: Pick<ProgramCard, 'programId'> & Partial<Pick<ProgramCard, 'programGuid'>>,
  { enabled = true }: { enabled?: boolean } = {},
): QuoteAnswer {
  const queries = useQueryClient()
  const answer = useCall(order, { programId, programGuid, kind: 'movie', phase: 'preload' }, { enabled })
  return {
    state: quoteState({ data: answer.data, error: answer.isFetching && !answer.data ? null : answer.error }),
    renew: () => void queries.resetQueries(queriesOf(order, (query) => query.get('programId') === programId)),
  }
}
