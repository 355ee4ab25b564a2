import { useMemo } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { type Program, revampDetail } from '#contract/programs.ts'
import { useCall } from '#web/kit/use-call.ts'
import { ownPreview } from '../engine/grant.rules.ts'
import { startAt } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { episodeAddress, readPlayQuery } from './play-query.rules.ts'
import { PlayFailed, PlayShell, PlayWaiting } from './play-shell.tsx'
import type { PlayableTitle } from '../controls/playable-title.ts'
import { usePlayerText } from './player-text.ts'

const NO_POINTS = { startShowPoint: 0, startPosition: 0, endPosition: 0 }

/** `/play`: a movie, its trailer (`kind=trailer`), or its preview file (`previewURL`). An episode is played at its own address. */
export function PlayScreen() {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const text = usePlayerText()
  const { programId, programGuid, position, previewURL, kind } = readPlayQuery(query)
  const detail = useCall(revampDetail, { programId }, { enabled: programId !== '' })
  const program = detail.data?.program
  const guid = programGuid || program?.programGuid || ''
  const file = ownPreview(previewURL, program, location.origin) ?? undefined
  const request = useMemo(
    () => ({ programId, programGuid: guid, kind, start: position, file }),
    // oxlint-disable-next-line react/exhaustive-deps -- the start position does not make it another request
    [programId, guid, kind, file],
  )
  const isWhole = kind === 'movie' && file === undefined
  const title = program && toPlayableTitle(program, isWhole ? '' : text.trailer)
  const episode = isWhole ? episodeAddress(program, guid, query) : undefined

  if (programId === '') return <PlayFailed error={null} programId="" onRetry={() => {}} />
  if (detail.error && !program)
    return <PlayFailed error={detail.error} programId={programId} onRetry={() => void detail.refetch()} />
  // Whether the route's preview is the title's own is known with the title.
  if (!guid || (previewURL !== '' && !program)) return <PlayWaiting programId={programId} />
  if (episode !== undefined)
    return (
      <>
        <PlayWaiting programId={programId} />
        <Navigate to={episode} replace state={state as unknown} />
      </>
    )
  const whole = isWhole ? program?.duration : undefined
  return <PlayShell request={request} start={startAt(position, whole)} program={program} title={title} />
}

/** `extra` labels a trailer or a preview: duration and class are then not those of the title. */
function toPlayableTitle(program: Program, extra: string): PlayableTitle {
  return {
    title: program.title,
    subtitle: extra,
    artwork: program.artImageURL,
    duration: extra ? 0 : (program.duration ?? 0),
    points: NO_POINTS,
    restriction: extra ? undefined : program.restriction,
    warning: program.warning,
    isPreparing: program.preparing,
  }
}
