import { type ReactNode, useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import {
  checkPlayCinema,
  privateCinemaInvitation,
  privateCinemaRemove,
  privateCinemaScreening,
} from '#contract/private-cinema.ts'
import type { Person } from '#contract/watching-together.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { Navigate, useNavigate, useSearchParams } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { deviceTime } from '#web/kit/server-clock.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Bone } from '#web/ui/bone.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, ChevronLeftIcon, CloseIcon, FilmIcon, PlayIcon, PlusIcon } from '#web/ui/icons.tsx'
import { Panel, PanelSkeleton } from '#web/ui/panel.tsx'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { guestTokenOf } from '#web/viewer/screenings/guest-tokens.ts'
import { formatLeft, formatStart } from '#web/viewer/screenings/screening-times.ts'
import { usePostedCall } from '#web/viewer/screenings/use-posted-call.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { GuestsLink } from './guests-link.tsx'
import { JoinPanel } from './join-panel.tsx'
import { ProgramLine } from './program-line.tsx'
import { ArtSkeleton, ScreeningArt } from './screening-art.tsx'
import type { Screening } from './slots.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './private-screen.module.css'

/** Who sits here changes while others join. */
const PEOPLE_EVERY_MS = 10_000

/**
 * `/private`: one private screening for who has a seat in it (`screeningId`), or the way to a seat by a guests' link (`guest`, which is in
 * the fragment of the address and in the body of calls only).
 */
export function PrivateScreen() {
  const [query] = useSearchParams()
  const { room: text } = useText('screenings')
  const secret = query.get('guest') ?? ''
  const screeningId = query.get('screeningId') ?? ''
  return (
    <Screen className={styles.screen} top="s">
      <a className={styles.back} href={paths.privateCinema()}>
        <ChevronLeftIcon size={18} />
        {text.back}
      </a>
      {secret === '' ? (
        <SeatedScreening key={screeningId} screeningId={screeningId} isBought={query.has('bought')} />
      ) : (
        <Invitation key={secret} secret={secret} />
      )}
    </Screen>
  )
}

/** The placeholder of a screening. */
function ScreeningSkeleton() {
  return (
    <section className={styles.hero} data-awaited="" aria-hidden="true">
      <ArtSkeleton />
      <div className={styles.body}>
        <Bone width="70%" height="2.75rem" />
        <Bone width="50%" height="1.5rem" />
        <Bone width="60%" height="8rem" />
        <EntranceSkeleton />
      </div>
    </section>
  )
}

/** The placeholder of the button that leads in. */
const EntranceSkeleton = () => <Bone width="12rem" height="3.5rem" />

/** A guests' link. A member who has a seat goes to it. */
function Invitation({ secret }: { secret: string }) {
  const { join: text, failed } = useText('screenings')
  const { site } = useShellText()
  const isSecret = /^[\w-]{22}$/.test(secret)
  const invitation = usePostedCall(privateCinemaInvitation, { guest: secret }, { enabled: isSecret })
  const { data, error } = invitation
  if (data?.screeningId !== undefined) return <Navigate to={routerPath(paths.private(data.screeningId))} replace />
  if (data)
    return (
      <Hero program={data.program}>
        <JoinPanel secret={secret} invitation={data} onChanged={() => void invitation.refetch()} />
      </Hero>
    )
  if (!isSecret || isNotFound(error))
    return (
      <ErrorPanel isScreen tone="plain" icon={<FilmIcon size={26} />} title={text.goneTitle} text={text.goneText} />
    )
  if (!error) return <ScreeningSkeleton />
  const action = { label: site.retry, onClick: () => void invitation.refetch() }
  return <ErrorPanel isScreen title={failed} text={error.message} action={action} />
}

function SeatedScreening({ screeningId, isBought }: { screeningId: string; isBought: boolean }) {
  const { room: text, ...all } = useText('screenings')
  const isConfirmed = useOnce(isBought, paths.private(screeningId))
  const { site } = useShellText()
  const seat = { screeningId, guestToken: guestTokenOf(screeningId) }
  const info = usePostedCall(privateCinemaScreening, seat, { enabled: screeningId !== '', every: PEOPLE_EVERY_MS })
  const { data, error } = info
  usePageTitle(data ? data.screening.program.title : '')
  if (screeningId === '' || isNotFound(error))
    return (
      <ErrorPanel
        isScreen
        tone="plain"
        icon={<FilmIcon size={26} />}
        title={text.goneTitle}
        text={text.goneText}
        action={{ label: text.goneAction, href: paths.privateCinema() }}
      />
    )
  if (!data && error) {
    const action = { label: site.retry, onClick: () => void info.refetch() }
    return <ErrorPanel isScreen title={all.failed} text={error.message} action={action} />
  }
  if (!data)
    return (
      <>
        <ScreeningSkeleton />
        <div className={styles.below}>
          <PanelSkeleton lines={4} />
        </div>
      </>
    )
  const { screening } = data
  return (
    <>
      {isConfirmed ? (
        <output className={styles.bought}>
          <CheckIcon size={18} />
          {text.bought}
        </output>
      ) : null}
      <Hero program={screening.program}>
        <Window screening={screening} onChanged={() => void info.refetch()} />
        {screening.status === 'open' ? <Entrance seat={seat} screeningId={screeningId} /> : null}
        {screening.status === 'upcoming' ? <Upcoming screening={screening} /> : null}
      </Hero>
      <div className={styles.below}>
        <SeatTiles info={data} onChanged={() => void info.refetch()} />
        {screening.host && screening.status !== 'ended' ? <GuestsLink screening={screening} /> : null}
      </div>
    </>
  )
}

/** Keeps a one-time notice from the URL while the screen is shown, and removes it from the history entry. */
function useOnce(isStated: boolean, plain: string): boolean {
  const navigate = useNavigate()
  const [isKept] = useState(isStated)
  useEffect(() => {
    if (isStated) navigate(routerPath(plain), { replace: true })
  }, [isStated, navigate, plain])
  return isKept
}

/** The title with its image, beside the actions. */
function Hero({ program, children }: { program: Screening['program']; children: ReactNode }) {
  return (
    <section className={styles.hero}>
      <ScreeningArt program={program} />
      <div className={styles.body}>
        <h1 className={styles.title}>{program.title}</h1>
        <ProgramLine program={program} />
        {children}
      </div>
    </section>
  )
}

/** When it starts and ends, and how long until then. At either it is requested again. */
function Window({ screening, onChanged }: { screening: Screening; onChanged: () => void }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const { startsAt, endsAt, status, host } = screening
  const next = status === 'upcoming' ? startsAt : endsAt
  const left = useCountdown(status === 'ended' ? undefined : deviceTime(next))
  const isOver = left === 0 && status !== 'ended'
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(onChanged, 1000)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each end
  }, [isOver, next])
  const days = Math.floor(left / 86_400)
  return (
    <div className={styles.window}>
      <p className={styles.status} data-status={status}>
        {text.status[status]}
        <span>{host ? text.hosting : text.invited}</span>
      </p>
      <p>{(status === 'upcoming' ? text.startsAt : text.startedAt)(formatStart(startsAt, language))}</p>
      <p>{text.until(formatInstant(endsAt, language))}</p>
      {status === 'ended' ? (
        <p className={styles.left}>{text.room.ended}</p>
      ) : (
        <p className={styles.left} role="timer">
          {status === 'upcoming' ? text.room.startsIn : text.room.endsIn}{' '}
          <strong>
            {days > 0 ? `${text.room.days(String(days))} ` : ''}
            {formatLeft(left % 86_400)}
          </strong>
        </p>
      )}
    </div>
  )
}

function Upcoming({ screening }: { screening: Screening }) {
  const { room: text } = useText('screenings')
  const { language } = useCallContext()
  return (
    <Button look="primary" size="l" disabled icon={<PlayIcon size={20} />}>
      {text.opensAt(formatStart(screening.startsAt, language))}
    </Button>
  )
}

interface EntranceProps {
  seat: { screeningId: string; guestToken: string | undefined }
  screeningId: string
}

/** The way in, as far as the server allows it. */
function Entrance({ seat, screeningId }: EntranceProps) {
  const { room: text, buy } = useText('screenings')
  const check = usePostedCall(checkPlayCinema, { ...seat, phase: 'preload' as const })
  const { data, error } = check
  if (isAllowed(data))
    return (
      <Button look="primary" size="l" icon={<PlayIcon size={20} />} href={paths.privatePlay(screeningId)}>
        {text.play}
      </Button>
    )
  if (!data && !error) return <EntranceSkeleton />
  if (error?.code === 'PARENTAL_CODE_REQUIRED')
    return (
      <>
        <p>{buy.parental}</p>
        <Button
          look="primary"
          size="l"
          onClick={() =>
            void requestParentalCode({ purpose: 'watch' }).then((isPassed) => isPassed && void check.refetch())
          }
        >
          {buy.parentalAction}
        </Button>
      </>
    )
  return (
    <div className={styles.refused} role="alert">
      <p>{error?.message ?? text.notYet}</p>
      <Button onClick={() => void check.refetch()}>{text.again}</Button>
    </div>
  )
}

const isAllowed = (data: OutputOf<typeof checkPlayCinema> | undefined): boolean => data?.allowed === true

type Info = OutputOf<typeof privateCinemaScreening>

/** Who sits in a screening: a tile for each seat. The host takes seats back. */
function SeatTiles({ info, onChanged }: { info: Info; onChanged: () => void }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const { screening, seatId, people } = info
  const [removing, setRemoving] = useState<Person>()
  const { guestURL } = screening
  const empty = Math.max(0, screening.seats - people.length)
  const taken = text.seatsTaken(formatNumber(people.length, language), formatNumber(screening.seats, language))
  return (
    <Panel title={text.room.seats} aside={<span className={styles.count}>{taken}</span>}>
      <ul className={styles.seats}>
        {people.map((person) => (
          <li key={person.seatId} className={styles.seat}>
            <span className={styles.face}>
              <Avatar src="" name={person.name} size={48} />
              {screening.host && !person.host ? (
                <IconButton
                  className={styles.remove}
                  size={36}
                  look="disc"
                  label={text.room.remove(person.name)}
                  icon={<CloseIcon size={14} />}
                  onClick={() => setRemoving(person)}
                />
              ) : null}
            </span>
            <span className={styles.name}>{person.seatId === seatId ? text.room.you : person.name}</span>
            <span className={styles.role}>
              {person.host ? text.room.host : person.guest ? text.room.guest : person.connected ? text.room.here : ''}
            </span>
          </li>
        ))}
        {Array.from({ length: empty }, (_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an empty seat is its place
          <li key={`empty-${at}`} className={styles.seat}>
            {guestURL === undefined ? (
              <span className={styles.empty} aria-hidden="true" />
            ) : (
              <button
                type="button"
                className={styles.empty}
                aria-label={text.together.invite}
                onClick={() => void copyText(`${location.origin}${guestURL}`, text.room.copied)}
              >
                <PlusIcon size={20} />
              </button>
            )}
            <span className={styles.name}>{text.room.empty}</span>
          </li>
        ))}
      </ul>
      {removing ? (
        <RemoveDialog
          screeningId={screening.screeningId}
          person={removing}
          onClose={() => setRemoving(undefined)}
          onChanged={onChanged}
        />
      ) : null}
    </Panel>
  )
}

interface RemoveDialogProps {
  screeningId: string
  person: Person
  onClose: () => void
  onChanged: () => void
}

function RemoveDialog({ screeningId, person: { seatId, name }, onClose, onChanged }: RemoveDialogProps) {
  const { room: text } = useText('screenings')
  const { site } = useShellText()
  const { submit, pending, refusal } = useSubmit(privateCinemaRemove, {
    onSuccess: () => {
      showToast({ text: text.removed(name) })
      onChanged()
      onClose()
    },
  })
  return (
    <Dialog title={text.removeTitle(name)} closeLabel={text.close} onClose={onClose} busy={pending}>
      <p>{text.removeText}</p>
      <FormError>{refusal?.message}</FormError>
      <DialogActions
        main={{
          label: text.removeAction,
          danger: true,
          busy: pending,
          busyText: site.busy,
          onClick: () => void submit({ screeningId, seatId }),
        }}
        cancel={{ label: text.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}
