import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/kit/router.tsx'
import { storage } from '#web/kit/storage.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { obtainPersonalCinema, privateCinemaInvitation, privateCinemaJoin } from '#contract/private-cinema.ts'
import { GUEST_NAME_MAX } from '#contract/screenings.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { dropGuestToken, keepGuestToken } from '#web/viewer/screenings/guest-tokens.ts'
import { formatStart } from '#web/viewer/screenings/screening-times.ts'
import { useLoginAction } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from './private-screen.module.css'
import { dropDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { submissionIdOf } from '#web/viewer/session/submission-id.ts'

/** The link by which this tab left to log in. An address alone takes no seat. */
const JOINS_AFTER_LOGIN = 'harbour.join'

interface JoinPanelProps {
  secret: string
  invitation: OutputOf<typeof privateCinemaInvitation>
  /** What the link is for may have changed. */
  onChanged: () => void
}

/** Takes a seat by a guests' link: with a name, or with the account; class III with the account only. */
export function JoinPanel({ secret, invitation, onChanged }: JoinPanelProps) {
  const text = useText('screenings')
  const { join, ...all } = text
  const { language } = useCallContext()
  const { hostName, startsAt, endsAt, status, seatsLeft } = invitation
  return (
    <>
      <p className={styles.invites}>{hostName ? join.invites(hostName) : join.invitesYou}</p>
      <div className={styles.window}>
        <p className={styles.status} data-status={status}>
          {all.status[status]}
          <span>{join.left(formatNumber(seatsLeft, language))}</span>
        </p>
        <p>{(status === 'upcoming' ? all.startsAt : all.startedAt)(formatStart(startsAt, language))}</p>
        <p>{all.until(formatInstant(endsAt, language))}</p>
        <p>{join.free}</p>
      </div>
      {seatsLeft === 0 && !mayHaveJoined(secret) ? (
        <output className={styles.full}>
          <p className={styles.left}>{join.full}</p>
          <p>{join.fullText}</p>
          <Button onClick={onChanged}>{all.room.again}</Button>
        </output>
      ) : (
        <JoinForm secret={secret} invitation={invitation} onChanged={onChanged} />
      )}
    </>
  )
}

function JoinForm({ secret, invitation, onChanged }: JoinPanelProps) {
  const isAdult = invitation.loginRequired
  const { join: text, room } = useText('screenings')
  const { site } = useShellText()
  const isMember = useSession().token !== undefined
  const logIn = useLoginAction({ kind: 'go', to: `${PATHS.private}?guest=${secret}` })
  const [name, setName] = useState('')
  const { submit, pending, error } = useJoin(secret, { isOpen: invitation.status === 'open', onChanged })
  const logInToJoin = {
    ...logIn,
    onClick: () => {
      storage.session.set(JOINS_AFTER_LOGIN, secret)
      logIn.onClick()
    },
  }
  useEffect(() => {
    if (!isMember || storage.session.get(JOINS_AFTER_LOGIN) !== secret) return
    storage.session.remove(JOINS_AFTER_LOGIN)
    void submit(undefined)
    // oxlint-disable-next-line react/exhaustive-deps -- once, for a visitor who clicked before logging in
  }, [isMember, secret])
  if (!isMember && isAdult)
    return (
      <>
        <p>{text.adult}</p>
        <Button look="primary" size="l" {...logInToJoin}>
          {text.logIn}
        </Button>
      </>
    )
  return (
    <form
      className={styles.join}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(isMember ? undefined : name.trim())
      }}
    >
      {isMember ? null : (
        <TextField
          name="name"
          label={text.name}
          hint={text.nameHint}
          value={name}
          maxLength={GUEST_NAME_MAX}
          autoComplete="nickname"
          required
          onChange={setName}
        />
      )}
      {isAdult ? <p>{room.linkAdult}</p> : null}
      <FormError>{error}</FormError>
      <Button
        look="primary"
        size="l"
        type="submit"
        busy={pending}
        busyText={site.busy}
        disabled={!isMember && name.trim() === ''}
      >
        {isMember ? text.asMember : text.action}
      </Button>
      {isMember ? null : (
        <>
          <p className={styles.quiet}>{text.noAccount}</p>
          <Button look="text" {...logInToJoin}>
            {text.orLogIn}
          </Button>
        </>
      )}
    </form>
  )
}

/** Takes the seat and goes to the screening: the address with the secret is replaced. A name is given by a guest without an account. */
function useJoin(guest: string, { isOpen, onChanged }: { isOpen: boolean; onChanged: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { submit: join, pending, refusal } = useSubmit(privateCinemaJoin)

  async function submit(name: string | undefined): Promise<void> {
    const answer = await join({ guest, ...(name !== undefined && { name, submissionId: joinSubmissionId(guest) }) })
    if (answer.result === 'SUCCESS') {
      const { screeningId, guestToken } = answer
      if (guestToken === undefined) dropGuestToken(screeningId)
      else keepGuestToken(screeningId, guestToken)
      void queries.invalidateQueries(queriesOf(obtainPersonalCinema))
      // One click takes the seat and goes in.
      const to = isOpen ? paths.privatePlay(screeningId) : paths.private(screeningId)
      return navigate(routerPath(to), { replace: true })
    }
    const { errorCode } = answer.failure
    if (errorCode === 'PARENTAL_CODE_REQUIRED' && (await requestParentalCode({ purpose: 'watch' }))) return submit(name)
    if (errorCode !== 'NOT_FOUND' && errorCode !== 'NOT_ALLOWED') return
    dropJoinSubmission(guest)
    onChanged()
  }

  const message = [refusal?.message, ...Object.values(refusal?.fields ?? {})].filter(Boolean).join(' ')
  return { submit, pending, error: message || undefined }
}

const formOf = (secret: string) => `join.${secret}`

/** The key by which a guest joins, stored for each link in this tab: a guest who joins again keeps the seat. */
const joinSubmissionId = (secret: string): string => submissionIdOf(formOf(secret))

/** Whether a guest may have a seat by the link: the response may have been lost. */
const mayHaveJoined = (secret: string): boolean => readDraft(formOf(secret)).values['id'] !== undefined

/** The server has no seat for it. */
const dropJoinSubmission = (secret: string): void => dropDraft(formOf(secret))
