import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getBookmark } from '#contract/library.ts'
import { get } from '#web/viewer/session/api-client.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { callUrl } from '#web/kit/call-url.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { callKey } from '#web/kit/use-call.ts'

/** Before play is clicked, so that the first frame does not wait. */
export function usePrefetchBookmark(): (title: { programId: string; programGuid: string }) => void {
  const queries = useQueryClient()
  const context = useCallContext()
  const isMember = useSession().profile !== undefined
  return useCallback(
    ({ programId, programGuid }) => {
      if (!isMember) return
      const url = callUrl(getBookmark, { programId, programGuid }, context)
      void queries.prefetchQuery({ queryKey: callKey(url), queryFn: ({ signal }) => get(url, { signal }) })
    },
    [queries, context, isMember],
  )
}
