import { useQueryClient } from '@tanstack/react-query'
import type { ProgramCard } from '#contract/programs.ts'
import { useLocalPlaces } from './local-places.ts'
import { cachedContinuation } from './place-cache.ts'
import { resumeLink } from './places.rules.ts'
import { useSession } from './session.ts'

/** Where a card's play button leads: on from where its title was left, as far as this page knows; else to its beginning. */
export function useContinueLink(program: Pick<ProgramCard, 'programId' | 'programGuid' | 'programType'>): string {
  const queries = useQueryClient()
  const { token } = useSession()
  const places = useLocalPlaces()
  if (token) return resumeLink(program, cachedContinuation(queries, program.programId))
  const last = places.find((place) => place.programId === program.programId && place.position > 0)
  return resumeLink(program, last && !last.finished ? last : undefined)
}
