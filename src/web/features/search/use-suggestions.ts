import { useEffect, useState } from 'react'
import { searchSuggest, type Suggestion } from '#contract/search.ts'
import { useCall } from '#web/kit/use-call.ts'

/** Milliseconds without a key press after which suggestions are fetched. */
const QUIET_MS = 200

const NONE: Suggestion[] = []

/**
 * Suggestions for what is typed, once it rests for a moment; undefined while something is composed. The last ones stay until the next
 * are there. A request that is no longer wanted is aborted.
 */
export function useSuggestions(typed: string | undefined): { suggestions: Suggestion[]; isPending: boolean } {
  const [rested, setRested] = useState('')
  const wanted = typed?.trim()
  useEffect(() => {
    if (wanted === undefined) return undefined
    const timer = setTimeout(() => setRested(wanted), wanted === '' ? 0 : QUIET_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isPending } = useCall(searchSuggest, { title: rested }, { enabled: rested !== '' })
  const [last, setLast] = useState(NONE)
  if (data && last !== data.suggestList) setLast(data.suggestList)
  if (wanted === '') return { suggestions: NONE, isPending: false }
  return { suggestions: data?.suggestList ?? last, isPending: isPending || rested !== wanted }
}
