import type { ReactNode } from 'react'
import { formatClock } from '#web/kit/format.ts'
import { useScreeningsText } from '#web/viewer/screenings/screenings-text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { RoomPlayer } from './room-player.ts'
import type { RoomCard } from './room-view.rules.ts'
import styles from './together.module.css'

interface TogetherCardProps {
  card: RoomCard
  isHost: boolean
  hasPanel: boolean
  /** Of the room, in milliseconds. */
  position: number
  room: RoomPlayer
  onPlay: () => void
  onLeave: () => void
  loading: string
}

/** In the middle of the picture: who is waited for, who has left, and how it begins and ends. */
export function TogetherCard({ card, isHost, hasPanel, position, room, onPlay, onLeave, loading }: TogetherCardProps) {
  const { together: text } = useScreeningsText()
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
        <Button look="primary" icon={<PlayIcon size={18} />} onClick={onPlay}>
          {begin.action}
        </Button>
      </Card>
    )
  }
  return <WaitCard card={card} isHost={isHost} hasPanel={hasPanel} position={position} room={room} loading={loading} />
}

type WaitCardProps = Pick<TogetherCardProps, 'isHost' | 'hasPanel' | 'position' | 'room' | 'loading'> & {
  card: Extract<RoomCard, { kind: 'wait' }>
}

function WaitCard({ card: { people, endsIn }, isHost, hasPanel, position, room, loading }: WaitCardProps) {
  const { together: text } = useScreeningsText()
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
          <Button look="primary" icon={<PlayIcon size={18} />} onClick={() => room.goOn()}>
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
  /** Shows that something is waited for: the name of the spinner. */
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
