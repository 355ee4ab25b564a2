import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Person } from '#contract/watching-together.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useStore } from '#web/kit/use-store.ts'
import { CheckIcon, OfflineIcon, PauseIcon, PlayIcon } from '#web/ui/icons.tsx'
import { ClockIcon, PeopleIcon } from '#web/ui/feature-icons.tsx'
import { isHere, leftSince, markOf, type RoomCard, type RoomPill, viewOf } from './room-view.rules.ts'
import type { RoomPlayer } from './room-player.ts'
import { TogetherPanel } from './together-panel.tsx'
import type { ScreeningInfo } from './room-client.ts'
import styles from './together.module.css'
import { formatClock } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface TogetherOverlayProps {
  info: ScreeningInfo
  room: RoomPlayer
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onPlay: () => void
  onLeave: () => void
}

/** Over the video: participants, synchronization, and what playback waits for. */
export function TogetherOverlay({ info, room, isOpen, onOpen, onPlay, onLeave }: TogetherOverlayProps) {
  const { together: text } = useText('screenings')
  const { language } = useCallContext()
  const { site } = useShellText()
  const { room: state, link, over } = useStore(room.client.state, (state) => state)
  const waiting = useStore(room.state, (state) => state.waiting)
  const isFinished = useStore(room.state, (state) => state.isFinished)
  const isHost = info.screening.host
  const clock = useClock(room)
  const { pill, card } = viewOf({
    room: state,
    link,
    over,
    isHost,
    seatId: info.seatId,
    isFinished,
    waiting,
    ...clock,
  })
  const people = state?.people ?? info.people
  const present = people.filter((one) => one.seatId === info.seatId || isHere(one)).length
  useComingAndGoing(state?.people, { seatId: info.seatId, isOver: over !== undefined })
  // With the controls, and while a card is shown.
  const isShown = card !== undefined && card.kind !== 'over'
  return (
    <>
      <Announcement isHost={isHost} isFinished={isFinished} playing={state?.playing} version={state?.version} />
      {over ? null : (
        <button
          type="button"
          className={styles.pill}
          data-pill={pill}
          data-shown={isShown || (pill !== 'live' && pill !== 'alone') || undefined}
          data-panel={isOpen || undefined}
          data-controls=""
          aria-expanded={isOpen}
          aria-label={joinFacts([labelOf(pill), isOpen ? text.hide : text.show(String(present))], language)}
          onClick={() => onOpen(!isOpen)}
        >
          <PillIcon pill={pill} />
          <span>{labelOf(pill)}</span>
          <span className={styles.pillCount}>
            <PeopleIcon size={16} />
            {present}
          </span>
        </button>
      )}
      {isOpen && !over ? (
        <TogetherPanel
          info={info}
          people={people}
          present={present}
          pill={pill}
          pillLabel={labelOf(pill)}
          room={room}
          shown={isShown}
          onClose={() => onOpen(false)}
          onLeave={onLeave}
        />
      ) : null}
      {card ? (
        <TogetherCard
          card={card}
          isHost={isHost}
          others={people.filter(({ seatId }) => seatId !== info.seatId)}
          hasPanel={isOpen && !over}
          position={state?.position ?? 0}
          room={room}
          onPlay={onPlay}
          onLeave={onLeave}
          loading={site.loading}
        />
      ) : null}
    </>
  )

  function labelOf(one: RoomPill): string {
    if (one === 'alone' && info.screening.seats === 1) return text.pill.playing
    if (one !== 'waiting') return text.pill[one]
    return text.pill.waiting(String(card?.kind === 'wait' ? card.people.length : 1))
  }
}

function PillIcon({ pill }: { pill: RoomPill }) {
  if (pill === 'live' || pill === 'finished') return <CheckIcon size={16} />
  if (pill === 'lost' || pill === 'hostAway') return <OfflineIcon size={16} />
  return pill === 'paused' || pill === 'pausedAlone' ? <PauseIcon size={16} /> : <ClockIcon size={16} />
}

/** Since the first state of the room: what was read before it may be older. */
function useComingAndGoing(
  people: readonly Person[] | undefined,
  { seatId, isOver }: { seatId: string; isOver: boolean },
): void {
  const { together: text } = useText('screenings')
  const { listJoin } = useListJoin()
  const before = useRef(people)
  useEffect(() => {
    const earlier = before.current
    before.current = people
    if (!earlier || !people || isOver) return
    const namesOf = (some: readonly Person[]) => some.map(({ name }) => name).join(listJoin)
    const left = leftSince(earlier, people, seatId)
    // Who has come, or come back.
    const came = leftSince(people, earlier, seatId)
    const told = [
      ...(left.length > 0 ? [text.left(namesOf(left))] : []),
      ...(came.length > 0 ? [text.came(namesOf(came))] : []),
    ]
    if (told.length > 0) showToast({ text: told.join(' ') })
  }, [people, seatId, isOver, text, listJoin])
}

function Announcement({
  isHost,
  isFinished,
  playing,
  version,
}: {
  isHost: boolean
  isFinished: boolean
  playing: boolean | undefined
  version: number | undefined
}) {
  const { together: text } = useText('screenings')
  if (isHost || !version) return null
  const done = playing ? text.announce.playing : text.announce.paused
  return <output className="visually-hidden">{isFinished ? text.finished.title : done}</output>
}

/** Milliseconds, updated every half second. */
function useClock(room: RoomPlayer): { now: number; serverNow: number } {
  const [clock, setClock] = useState(() => clocksOf(room))
  useEffect(() => {
    const timer = setInterval(() => setClock(clocksOf(room)), 500)
    return () => clearInterval(timer)
  }, [room])
  return clock
}

const clocksOf = ({ client }: RoomPlayer) => ({ now: performance.now(), serverNow: client.serverNow() })

interface TogetherCardProps {
  card: RoomCard
  isHost: boolean
  others: readonly Person[]
  hasPanel: boolean
  position: number
  room: RoomPlayer
  onPlay: () => void
  onLeave: () => void
  loading: string
}

/** Who is waited for or has left, and how the screening begins and ends. */
function TogetherCard({ card, isHost, others, hasPanel, position, room, onPlay, onLeave, loading }: TogetherCardProps) {
  const { together: text } = useText('screenings')
  if (card.kind === 'over') {
    const isEnd = card.why === 'ended'
    return (
      <Card title={isEnd ? text.ended : text.removed} text={isEnd ? text.endedText : text.removedText} isAlert>
        <Button look="primary" onClick={onLeave}>
          {text.back}
        </Button>
      </Card>
    )
  }
  if (card.kind === 'hostAway') return <Card title={text.hostAway} text={text.hostAwayText} hasPanel={hasPanel} />
  if (card.kind === 'finished')
    return (
      <Card title={text.finished.title} text={text.finished.text} hasPanel={hasPanel}>
        <Button look="primary" onClick={onLeave}>
          {text.back}
        </Button>
      </Card>
    )
  if (card.kind === 'begin') {
    const { begin } = text
    if (!isHost) return <Card title={begin.guest} text={begin.guestText} hasPanel={hasPanel} isBusy={loading} />
    return (
      <Card title={begin.host} text={begin.hostText} hasPanel={hasPanel}>
        <WhoIsHere others={others} />
        <Button look="primary" icon={<PlayIcon size={18} />} onClick={onPlay}>
          {begin.action}
        </Button>
      </Card>
    )
  }
  return <WaitCard card={card} isHost={isHost} hasPanel={hasPanel} position={position} room={room} loading={loading} />
}

/** For the host before the start. */
function WhoIsHere({ others }: { others: readonly Person[] }) {
  const { together: text } = useText('screenings')
  const { begin } = text
  const { listJoin } = useListJoin()
  const namesOf = (some: readonly Person[]) => some.map(({ name }) => name).join(listJoin)
  const absent = others.filter(({ connected }) => !connected)
  const here = namesOf(others.filter(({ connected }) => connected))
  const gone = namesOf(absent.filter((one) => markOf(one) === 'gone'))
  const notYet = namesOf(absent.filter((one) => markOf(one) !== 'gone'))
  return (
    <div className={styles.whoIsHere}>
      <p>{here ? begin.here(here) : begin.none}</p>
      {gone ? <p>{begin.gone(gone)}</p> : null}
      {notYet ? <p>{begin.notYet(notYet)}</p> : null}
      {here ? <p className={styles.quiet}>{begin.guestsSee(begin.guest)}</p> : null}
    </div>
  )
}

const useListJoin = () => ({ listJoin: useCallContext().language === 'zh_HK' ? '、' : ', ' })

type WaitCardProps = Pick<TogetherCardProps, 'isHost' | 'hasPanel' | 'position' | 'room' | 'loading'> & {
  card: Extract<RoomCard, { kind: 'wait' }>
}

function WaitCard({ card: { people, endsIn }, isHost, hasPanel, position, room, loading }: WaitCardProps) {
  const { together: text } = useText('screenings')
  const at = formatClock(position / 1000)
  const [first] = people
  const title = people.length === 1 && first ? text.wait.title(first.name) : text.wait.titles(String(people.length))
  return (
    <Card
      title={title}
      text={endsIn === undefined ? text.wait.open(at) : text.wait.text(at, formatClock(endsIn))}
      hasPanel={hasPanel}
      isBusy={loading}
    >
      {isHost ? (
        <>
          <Button look="primary" icon={<PlayIcon size={18} />} onClick={() => room.stopWaiting()}>
            {text.wait.goOn}
          </Button>
          {endsIn === undefined ? null : <Button onClick={() => room.keepWaiting()}>{text.wait.keep}</Button>}
        </>
      ) : null}
    </Card>
  )
}

interface CardProps {
  title: string
  text: string
  hasPanel?: boolean
  isAlert?: boolean
  isBusy?: string
  children?: ReactNode
}

function Card({ title, text, hasPanel = false, isAlert = false, isBusy, children }: CardProps) {
  return (
    <section
      className={styles.card}
      data-panel={hasPanel || undefined}
      data-controls=""
      role={isAlert ? 'alertdialog' : undefined}
      aria-label={title}
    >
      {isBusy === undefined ? null : <Spinner size={44} label={isBusy} />}
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className={styles.cardActions}>{children}</div> : null}
    </section>
  )
}
