import { useEffect, useRef, useState } from 'react'
import { checkPasscode } from '#contract/parental.ts'
import { chooseProfile, type Profile } from '#contract/profiles.ts'
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
import { LeaveTo } from './leave-to.tsx'
import { ResetCode } from './reset-code.tsx'
import styles from './parental-dialog.module.css'

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
            <p className={styles.text}>{reasonOf(request, text)}</p>
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
