import { useMemo } from 'react'
import { lastWatched } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import { useVisitorProgress } from './visitor-watch-progress.ts'
import { type Progress, visitorProgress } from './watch-progress.rules.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'

export function useProgress(programId: string, program: Program | undefined): Progress | undefined {
  const { token, profile } = useSession()
  const stored = useVisitorProgress()
  const last = useCall(lastWatched, { programId }, { enabled: profile !== undefined })
  return useMemo(() => {
    if (!program) return undefined
    if (!token) return visitorProgress(stored, programId)
    if (profile && last.isPending) return undefined
    const byGuid = new Map(
      program.dramaList.map(({ programGuid, position = 0, watched = false }) => [programGuid, { position, watched }]),
    )
    const data = last.data?.data
    if (!data) return { last: undefined, episodes: byGuid }
    const { programGuid, position, continueTag } = data
    const finished = program.programType === 'movie' ? !continueTag : (byGuid.get(programGuid)?.watched ?? false)
    return { last: { programGuid, position, finished }, episodes: byGuid }
  }, [program, programId, token, profile, stored, last.isPending, last.data])
}
