import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import { privateCinemaScreening } from '#contract/private-cinema.ts'
import { type Program, revampDetail } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useMediaQuery } from '#web/kit/use-media-query.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { guestTokenOf } from '#web/viewer/screenings/guest-tokens.ts'
import { usePostedCall } from '#web/viewer/screenings/use-posted-call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import type { Playback } from '../engine/engine.ts'
import { Player } from '../screens/player.tsx'
import { PlayWaiting } from '../screens/play-waiting.tsx'
import { useLeave } from '../screens/use-leave.ts'
import { usePlayback, usePlayFlow } from '../screens/use-playback.ts'
import { targetOf } from './follow.rules.ts'
import type { ScreeningInfo, SeatKey } from './room-client.ts'
import { RoomPlayer } from './room-player.ts'
import { TogetherOverlay } from './together-overlay.tsx'
import styles from './together.module.css'
import type { PlayerActions } from '../controls/player-context.ts'

const NO_POINTS = { startShowPoint: 0, startPosition: 0, endPosition: 0 }
/** From this width on the panel is beside the picture, else over it. */
const WIDE = '(min-width: 1216px)'

/** `/private/play` (DESIGN, picture 21b). */
export function TogetherScreen() {
  const [query] = useSearchParams()
  const screeningId = query.get('screeningId') ?? ''
  const { room: text } = useText('screenings')
  const { site } = useShellText()
  const seat = useMemo(() => ({ screeningId, guestToken: guestTokenOf(screeningId) }), [screeningId])
  const info = usePostedCall(privateCinemaScreening, seat, { enabled: screeningId !== '' })
  const programId = info.data?.screening.program.programId ?? ''
  const detail = useCall(revampDetail, { programId }, { enabled: programId !== '' })
  useFreshPage()
  if (info.data && !detail.isPending) return <Screening seat={seat} info={info.data} program={detail.data?.program} />
  const isGone = screeningId === '' || isNotFound(info.error)
  if (!isGone && !info.isError) return <PlayWaiting programId="" instead={paths.private(screeningId)} />
  return (
    <div className={classNames(styles.gone, 'night')}>
      {isGone ? (
        <ErrorPanel
          isScreen
          tone="plain"
          title={text.goneTitle}
          text={text.goneText}
          action={{ label: text.goneAction, href: paths.privateCinema() }}
        />
      ) : (
        <ErrorPanel
          isScreen
          title={text.notYet}
          text={info.error?.message}
          action={{ label: site.retry, onClick: () => void info.refetch() }}
        />
      )}
    </div>
  )
}

/** A page from the back-forward cache is stale: reload. */
function useFreshPage(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', reload)
    return () => removeEventListener('pageshow', reload)
  }, [])
}

interface ScreeningProps {
  seat: SeatKey
  info: ScreeningInfo
  program: Program | undefined
}

function Screening({ seat, info, program }: ScreeningProps) {
  const { programId, programGuid, title } = info.screening.program
  const { together: text } = useText('screenings')
  const request = useMemo(
    () => ({ programId, programGuid, kind: 'movie' as const, start: 0, screening: seat }),
    [programId, programGuid, seat],
  )
  const playback = usePlayback(request)
  const room = useRoomPlayer(playback, seat, info.screening.host)
  usePageTitle(`${text.title}：${title}`)
  if (!playback || !room) return <PlayWaiting programId="" instead={paths.private(seat.screeningId)} />
  return <RoomScreen playback={playback} room={room} info={info} program={program} />
}

function useRoomPlayer(playback: Playback | null, seat: SeatKey, isHost: boolean): RoomPlayer | undefined {
  const [held, setHeld] = useState<{ playback: Playback; room: RoomPlayer }>()
  useEffect(() => {
    if (!playback) return
    const room = new RoomPlayer({ playback, seat, isHost })
    room.open()
    // oxlint-disable-next-line react/set-state-in-effect -- a room is an external resource that is acquired and released with the playback
    setHeld({ playback, room })
    return () => room.destroy()
  }, [playback, seat, isHost])
  return held?.playback === playback ? held?.room : undefined
}

interface RoomScreenProps extends Pick<ScreeningProps, 'info' | 'program'> {
  playback: Playback
  room: RoomPlayer
}

function RoomScreen({ playback, room, info, program }: RoomScreenProps) {
  const { screening } = info
  const { together: text } = useText('screenings')
  const { language } = useCallContext()
  const isWide = useMediaQuery(WIDE)
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? isWide
  const onLeave = useLeave('', { instead: paths.private(screening.screeningId) })
  const { step, mayStart } = usePlayFlow({ playback, program, isPreparing: false, onLeave })
  useLayoutEffect(() => room.allow(mayStart), [room, mayStart])
  const start = useStore(room.client.state, ({ room: now }) =>
    now ? Math.floor(targetOf(now, room.client.serverNow(), screening.program.duration * 1000) / 1000) : undefined,
  )
  const isOver = useStore(room.client.state, ({ over }) => over !== undefined)
  const { host } = screening
  return (
    <Player
      playback={playback}
      title={{
        title: screening.program.title,
        subtitle: text.subtitle(formatInstant(screening.endsAt, language)),
        artwork: screening.program.imageURL,
        duration: screening.program.duration,
        points: NO_POINTS,
        restriction: screening.program.restriction,
        warning: program?.warning ?? '',
        isPreparing: false,
      }}
      step={isOver ? 'ready' : step}
      open={mayStart && start !== undefined}
      start={start ?? 0}
      episodes={undefined}
      room={{
        locked: host ? undefined : text.locked,
        hasPanel: isOpen,
        wrap: (actions) =>
          host ? hostActions(actions, room) : guestActions(actions, room, () => showToast({ text: text.locked })),
        overlay: (
          <TogetherOverlay
            info={info}
            room={room}
            isOpen={isOpen}
            onOpen={setChoice}
            onPlay={() => playNow(playback, room)}
            onLeave={onLeave}
          />
        ),
      }}
      onLeave={onLeave}
    />
  )
}

function playNow(playback: Playback, room: RoomPlayer): void {
  playback.play()
  room.lead()
}

const FIXED_SPEED = { setSpeed: () => {}, stepSpeed: () => {}, holdSpeed: () => {} }

/** Reports the host's actions to the room. */
function hostActions(actions: PlayerActions, room: RoomPlayer): PlayerActions {
  const leading =
    <A extends readonly unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      act(...args)
      room.lead()
    }
  return {
    ...actions,
    ...FIXED_SPEED,
    // While the others watch, the host joins at their position.
    play: () => (room.client.state.get().room?.playing ? actions.play() : leading(actions.play)()),
    pause: leading(actions.pause),
    toggle: leading(actions.toggle),
    seekTo: leading(actions.seekTo),
    skip: leading(actions.skip),
  }
}

/** The host plays, pauses and seeks. `onLocked` says so. */
function guestActions(actions: PlayerActions, room: RoomPlayer, onLocked: () => void): PlayerActions {
  return {
    ...actions,
    ...FIXED_SPEED,
    play: () => {
      if (room.client.state.get().room?.playing) actions.play()
    },
    pause: onLocked,
    toggle: onLocked,
    seekTo: onLocked,
    skip: onLocked,
  }
}
