import { useId } from 'react'
import type { Language } from '#contract/languages.ts'
import type { Person } from '#contract/watching-together.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useText } from '#web/kit/text.ts'
import type { ScreeningsText } from '#text/zh_HK/screenings.ts'
import { formatStart } from '#web/viewer/screenings/screening-times.ts'
import { share } from '#web/viewer/sharing/share.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyIcon, LogoutIcon, ShareIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CloseIcon, PlayIcon, PlusIcon } from '#web/ui/icons.tsx'
import type { RoomPlayer } from './room-player.ts'
import { formatDrift, markOf, type RoomPill, stepViewOf } from './room-view.rules.ts'
import type { ScreeningInfo } from './room-client.ts'
import styles from './together.module.css'

interface TogetherPanelProps {
  info: ScreeningInfo
  people: readonly Person[]
  /** Of them, those who are here. */
  present: number
  pill: RoomPill
  pillLabel: string
  room: RoomPlayer
  shown: boolean
  onClose: () => void
  onLeave: () => void
}

/** Participants, synchronization, the guests' link, and leaving. */
export function TogetherPanel({
  info,
  people,
  present,
  pill,
  pillLabel,
  room,
  shown,
  onClose,
  onLeave,
}: TogetherPanelProps) {
  const { together: text, room: labels } = useText('screenings')
  const { language } = useCallContext()
  const { seats, host: isHost, endsAt, guestURL } = info.screening
  const title = useId()
  const empty = Math.max(0, seats - people.length)
  const figure = (value: number) => formatNumber(value, language)
  return (
    <aside className={styles.panel} data-shown={shown || undefined} data-controls="" aria-labelledby={title}>
      <header className={styles.panelHead}>
        <h2 id={title}>
          {text.title} <span>{text.people(figure(present))}</span>
        </h2>
        <p>{text.seats(figure(seats))}</p>
        <IconButton className={styles.close} label={text.hide} icon={<CloseIcon size={20} />} onClick={onClose} />
      </header>
      <ul className={styles.people}>
        {people.map((person) => (
          <PersonRow
            key={person.seatId}
            person={person}
            isSelf={person.seatId === info.seatId}
            isFinished={pill === 'finished'}
          />
        ))}
        {empty > 0 ? (
          <li className={styles.person}>
            {isHost && guestURL !== undefined ? (
              <button
                type="button"
                className={styles.emptySeat}
                aria-label={text.invite}
                onClick={() => void copyText(`${location.origin}${guestURL}`, labels.copied)}
              >
                <PlusIcon size={20} />
              </button>
            ) : (
              <span className={styles.emptySeat} aria-hidden="true" />
            )}
            <span className={styles.who}>
              <span className={styles.quiet}>
                {joinFacts(
                  [`${text.emptySeat}${empty > 1 ? ` × ${figure(empty)}` : ''}`, text.emptySeatText],
                  language,
                )}
              </span>
            </span>
          </li>
        ) : null}
      </ul>
      <StepState
        people={people}
        seats={seats}
        pill={pill}
        pillLabel={pillLabel}
        room={room}
        seatId={info.seatId}
        isHost={isHost}
      />
      <div className={styles.panelFoot}>
        {isHost && guestURL !== undefined && empty > 0 ? (
          <Invitation screening={info.screening} url={guestURL} seatsLeft={figure(empty)} />
        ) : null}
        <Button wide look="outline" icon={<LogoutIcon size={18} />} onClick={onLeave}>
          {text.leave}
        </Button>
        <p className={styles.quiet}>{text.leaveText(formatInstant(endsAt, language))}</p>
      </div>
    </aside>
  )
}

interface PersonRowProps {
  person: Person
  isSelf: boolean
  isFinished: boolean
}

function PersonRow({ person, isSelf, isFinished }: PersonRowProps) {
  const { together: text } = useText('screenings')
  const { language } = useCallContext()
  const { name, host, guest } = person
  const mark = isSelf ? 'inStep' : markOf(person)
  const state = conditionText(person, { isSelf, isFinished, text, language })
  return (
    <li className={styles.person} data-mark={mark}>
      <span className={styles.face}>
        <Avatar src="" name={name} size={44} />
        <span className={styles.mark} aria-hidden="true" />
      </span>
      <span className={styles.who}>
        <span className={styles.name}>
          {name}
          {host ? (
            <span className={styles.chip}>
              <PlayIcon size={10} />
              {text.host}
            </span>
          ) : null}
        </span>
        <span className={styles.condition}>{joinFacts([guest && !isSelf && text.guest, state], language)}</span>
      </span>
    </li>
  )
}

function conditionText(
  person: Person,
  {
    isSelf,
    isFinished,
    text,
    language,
  }: Omit<PersonRowProps, 'person'> & { text: ScreeningsText['together']; language: Language },
): string {
  const { host, drift = 0 } = person
  if (isSelf) return host ? text.hostYou : text.you
  const mark = markOf(person)
  if (isFinished && mark === 'paused') return text.pill.finished
  if (mark !== 'inStep') return text[mark]
  return joinFacts([text.inStep, !host && text.offBy(formatDrift(drift))], language)
}

type StepStateProps = Pick<TogetherPanelProps, 'people' | 'pill' | 'pillLabel' | 'room'> & {
  seats: number
  seatId: string
  isHost: boolean
}

function StepState({ people, seats, pill, pillLabel, room, seatId, isHost }: StepStateProps) {
  const { together: text } = useText('screenings')
  const { language } = useCallContext()
  const isInStep = useStore(room.state, (state) => state.isInStep)
  const view = stepViewOf({ pill, people, seatId, isHost, isInStep })
  const isFine = view.kind === 'allInStep' ? view.isAll : view.kind === 'inStepWithHost'
  return (
    <div className={styles.step}>
      <p className={styles.quiet}>{text.state}</p>
      <output className={styles.stepPill} data-fine={isFine || undefined}>
        {isFine ? <CheckIcon size={16} /> : null}
        {label()}
      </output>
      <p className={styles.rule}>{text.rule}</p>
    </div>
  )

  function label(): string {
    if (view.kind === 'pill' || (view.kind === 'alone' && seats === 1)) return pillLabel
    if (view.kind === 'entered') return text.entered(formatNumber(view.count, language))
    if (view.kind === 'allInStep') return text.allInStep(formatNumber(view.count, language), formatDrift(view.drift))
    return text[view.kind]
  }
}

interface InvitationProps extends Pick<ScreeningInfo, 'screening'> {
  url: string
  seatsLeft: string
}

function Invitation({ screening, url, seatsLeft }: InvitationProps) {
  const { together: text, room: labels } = useText('screenings')
  const { language } = useCallContext()
  const { title } = screening.program
  const message = labels.shareText(title, formatStart(screening.startsAt, language))
  const link = `${location.origin}${url}`
  return (
    <div className={styles.invite}>
      <h3>{text.invite}</h3>
      <p className={styles.quiet}>{text.inviteText(seatsLeft)}</p>
      <div className={styles.inviteRow}>
        <input readOnly value={link} aria-label={labels.linkField} onFocus={(event) => event.target.select()} />
        <Button icon={<CopyIcon size={16} />} onClick={() => void copyText(link, labels.copied)}>
          {labels.copy}
        </Button>
      </div>
      {'share' in navigator ? (
        <Button
          wide
          icon={<ShareIcon size={16} />}
          onClick={() => void share({ title, text: message, url: link }, labels.copied)}
        >
          {labels.share}
        </Button>
      ) : null}
    </div>
  )
}
