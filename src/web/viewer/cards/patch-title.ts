import type { QueryClient } from '@tanstack/react-query'
import type { ProgramCard } from '#contract/programs.ts'
import { patchQuery } from '#web/kit/query-cache.ts'

export function patchTitle(queries: QueryClient, programId: string, change: Partial<ProgramCard>): void {
  for (const query of queries.getQueryCache().getAll()) {
    patchQuery(queries, query, (response) => patchCards(response, programId, change))
  }
}

export function patchCards<T>(response: T, programId: string, change: object): T {
  if (Array.isArray(response)) {
    const next = response.map((item: unknown) => patchCards(item, programId, change))
    return next.some((item, at) => item !== response[at]) ? (next as T) : response
  }
  if (typeof response !== 'object' || response === null) return response
  const entries = Object.entries(response).map(
    ([key, value]) => [key, patchCards(value as unknown, programId, change)] as const,
  )
  const isCard = 'keyartImageURL' in response && 'programId' in response && response.programId === programId
  const changed = entries.some(([key, value]) => value !== response[key as keyof T])
  if (!changed && !isCard) return response
  return { ...Object.fromEntries(entries), ...(isCard ? change : {}) } as T
}
