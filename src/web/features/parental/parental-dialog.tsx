import { useEffect, useRef, useState } from 'react'
import { checkPasscode } from '#contract/parental.ts'
import { chooseProfile, type Profile, profileList } from '#contract/profiles.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import type { ParentalRequest } from '#web/viewer/parental/parental-gate.ts'
import { enterProfile, isKidsMode } from '#web/viewer/session/session.ts'
import { rememberUnlock } from '#web/viewer/parental/parental-unlock.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import type { Texts } from '#text/texts.ts'
import { codeRefusal } from './code-answer.ts'
import { LockIcon } from '#web/ui/icons.tsx'
import { BackIcon } from '#web/ui/feature-icons.tsx'
import { CodePad } from './code-pad.tsx'
import { ResetCode } from './reset-code.tsx'
import styles from './parental-dialog.module.css'
import { useCall } from '#web/kit/use-call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type Target = Pick<Profile, 'profileId' | 'name'>

export interface ParentalDialogProps {
  request: ParentalRequest
  /** The code was right: the session is unlocked, or kids mode left for the chosen profile. */
  onUnlocked: () => void
  onClose: () => void
}

/** Requires the parental code in a dialog; a forgotten code can be reset in it. */
export function ParentalDialog({ request, onUnlocked, onClose }: ParentalDialogProps) {
  const text = useText('parental')
  const [view, setView] = useState<'code' | 'reset'>('code')
  const [chosen, setChosen] = useState<Target>()
  const isLeaving = request.purpose === 'leave-kids'
  const target = (isLeaving ? request.profile : undefined) ?? chosen

  const unlocking = useSubmit(checkPasscode, {
    onSuccess: ({ unlockedUntil }) => {
      rememberUnlock(unlockedUntil)
      onUnlocked()
    },
  })
  // Out of kids mode: the session takes the chosen profile and goes to its home.
  const leaving = useSubmit(chooseProfile, {
    onSuccess: ({ profile }) => {
      enterProfile(profile)
      onUnlocked()
    },
  })
  const refusal = codeRefusal((isLeaving ? leaving : unlocking).refusal)

  const check = async (parentalCode: string) => {
    if (!isLeaving) await unlocking.submit({ parentalCode })
    else if (target) await leaving.submit({ profileId: target.profileId, parentalCode })
  }

  return (
    <Dialog
      title={view === 'code' ? text.dialog.title : text.reset.title}
      hideTitle
      closeLabel={text.close}
      onClose={onClose}
    >
      <div className={styles.layer}>
        <span className={styles.tile}>
          <LockIcon size={26} />
        </span>
        <p className={styles.title} aria-hidden="true">
          {view === 'code' ? text.dialog.title : text.reset.title}
        </p>
        {view === 'code' ? (
          <>
            <p className={styles.text}>
              {reasonOf(request, text)}
              {isLeaving ? null : (
                <>
                  <br />
                  {text.dialog.sent}
                </>
              )}
            </p>
            {isLeaving && !request.profile ? <LeaveTo chosen={target} onChoose={setChosen} /> : null}
            {isLeaving && !target ? null : (
              <CodePad
                onSubmit={check}
                {...refusal}
                onForgot={() => setView('reset')}
                forgotLabel={isKidsMode() ? text.codePad.forgot : text.codePad.forgotEither}
              />
            )}
          </>
        ) : (
          <>
            <Back onClick={() => setView('code')} />
            <ResetCode
              onDone={() => {
                showToast({ text: text.reset.saved })
                unlocking.clear()
                leaving.clear()
                setView('code')
              }}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Receives the focus when the view changes. */
function Back({ onClick }: { onClick: () => void }) {
  const { reset } = useText('parental')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <IconButton
      ref={button}
      className={styles.back}
      label={reset.back}
      icon={<BackIcon size={22} />}
      onClick={onClick}
    />
  )
}

function reasonOf(request: ParentalRequest, { dialog }: Texts['parental']): string {
  if (request.purpose !== 'leave-kids') return dialog[request.purpose]
  return request.profile ? dialog.leave(request.profile.name) : dialog.leaveAny
}

interface LeaveToProps {
  chosen: Pick<Profile, 'profileId'> | undefined
  onChoose: (profile: Profile) => void
}

/** Chooses the profile that kids mode is left for: all but kids profiles, the last used first. */
function LeaveTo({ chosen, onChoose }: LeaveToProps) {
  const { dialog } = useText('parental')
  const profiles = useCall(profileList, {})
  const adults = profiles.data?.data.profiles.filter(({ childrenModel }) => !childrenModel)
  const first = adults?.[0]
  useEffect(() => {
    if (first && !chosen) onChoose(first)
  }, [first, chosen, onChoose])

  if (profiles.isLoadingError) {
    return (
      <div className={styles.failed} role="alert">
        <p>{profiles.error.message}</p>
        <Button size="s" onClick={() => void profiles.refetch()}>
          {dialog.retry}
        </Button>
      </div>
    )
  }
  if (!adults) return <Spinner size={36} label={dialog.loading} />
  return (
    <fieldset className={styles.choice}>
      <legend className={adults.length > 1 ? styles.legend : 'visually-hidden'}>{dialog.leaveTo}</legend>
      {adults.map((profile) => (
        <label key={profile.profileId} className={styles.profile} title={profile.name}>
          <input
            type="radio"
            className={classNames('visually-hidden', styles.input)}
            name="leave-to"
            checked={chosen?.profileId === profile.profileId}
            onChange={() => onChoose(profile)}
          />
          <span className={styles.face}>
            <Avatar src={profile.avatar} name={profile.name} size={56} />
            <span className={styles.name}>{profile.name}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
