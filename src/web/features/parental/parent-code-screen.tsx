import { useState } from 'react'
import { type ParentalStatus, setupPasscode } from '#contract/parental.ts'
import { useAccount, useKeepAccount } from '#web/viewer/account/use-account.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useUnlock } from '#web/viewer/parental/parental-unlock.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { UnlockBadge } from './unlock-badge.tsx'
import styles from './parent-code-screen.module.css'
import dialog from './parental-dialog.module.css'
import * as z from 'zod/mini'
import { parentalCode } from '#contract/fields.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { ParentalCodeInput } from './parental-code-input.tsx'
import { entriesAgree, useCodeMessages } from './new-code.ts'
import { NewCodeFields } from './new-code-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { codeRefusal } from './code-answer.ts'
import { CodePad } from './code-pad.tsx'

/** /setup/parentcode: turns the parental code on or off, changes it, and shows the current unlock. */
export function ParentCodeScreen() {
  const text = useText('parental')
  const { screen, reset } = text
  const account = useAccount()
  const keepAccount = useKeepAccount()
  const isUnlocked = useUnlock() !== undefined
  const [wanted, setWanted] = useState<ParentalStatus>()

  const profile = account.data?.profile
  const isOn = profile?.parentalStatus === 'on'
  const saved = (status: ParentalStatus) => {
    setWanted(undefined)
    if (profile) keepAccount({ ...profile, parentalStatus: status })
    showToast({ text: reset.saved })
  }

  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{screen.title}</h1>
      <p className={styles.intro}>{screen.intro}</p>
      <section className={styles.panel} aria-label={screen.status}>
        {profile ? (
          <Switch
            label={screen.status}
            checked={isOn}
            hint={isOn ? screen.statusOn : screen.statusOff}
            onChange={(on) => setWanted(on ? 'on' : 'off')}
          />
        ) : (
          <div className={styles.awaited} data-awaited="">
            <Spinner label={text.dialog.loading} />
            <div className={styles.place} aria-hidden="true">
              <Switch label={screen.status} checked hint={screen.statusOn} disabled onChange={() => {}} />
            </div>
          </div>
        )}
      </section>
      {profile && !isOn ? null : (
        <section className={styles.panel} aria-labelledby="parental-unlock">
          <h2 id="parental-unlock" className={styles.heading}>
            {text.unlock.title}
          </h2>
          {isUnlocked ? <UnlockBadge /> : <p className={styles.note}>{text.unlock.closed}</p>}
        </section>
      )}
      <section className={styles.panel} aria-labelledby="parental-change">
        <h2 id="parental-change" className={styles.heading}>
          {screen.change}
        </h2>
        <ChangeCode onSaved={saved} />
        <p className={styles.forgot}>
          <span>{screen.forgot}</span>
          <a className={styles.link} href={paths.setupResetParentCode()}>
            {screen.forgotLink}
          </a>
        </p>
      </section>
      {wanted ? <StatusDialog status={wanted} onSaved={saved} onClose={() => setWanted(undefined)} /> : null}
    </div>
  )
}

const schema = z
  .object({ oldCode: parentalCode, newCode: parentalCode, confirmCode: parentalCode })
  .check(entriesAgree())

const EMPTY = { oldCode: '', newCode: '', confirmCode: '' }

/** Changes the parental code: the current one, and the new one twice (SPEC 5). */
export function ChangeCode({ onSaved }: { onSaved: (status: ParentalStatus) => void }) {
  const { screen, codePad } = useText('parental')
  const { submit } = useSubmit(setupPasscode, {
    onSuccess: ({ status }) => {
      form.set(EMPTY)
      onSaved(status)
    },
    on: {
      WRONG_PARENTAL_CODE: ({ triesLeft }) => {
        form.set({ oldCode: '' })
        return { message: '', fields: { oldCode: triesLeft ? codePad.wrong(triesLeft) : screen.wrongCode } }
      },
    },
  })
  const form = useForm({ schema, initial: EMPTY, messageOf: useCodeMessages(), submit })
  return (
    <form {...form.form} className={styles.form}>
      <ParentalCodeInput label={screen.oldCode} {...form.field('oldCode')} />
      <NewCodeFields newCode={form.field('newCode')} confirmCode={form.field('confirmCode')} />
      <FormError>{form.formError}</FormError>
      <div>
        <Button look="primary" type="submit" busy={form.pending} busyText={screen.busy}>
          {screen.save}
        </Button>
      </div>
    </form>
  )
}

export interface StatusDialogProps {
  /** The new status. */
  status: ParentalStatus
  onSaved: (status: ParentalStatus) => void
  onClose: () => void
}

/** Turns the parental code on or off, which requires the current code. */
export function StatusDialog({ status, onSaved, onClose }: StatusDialogProps) {
  const text = useText('parental')
  const { screen, codePad } = text
  const title = status === 'on' ? screen.turnOn : screen.turnOff
  const { submit, refusal } = useSubmit(setupPasscode, { onSuccess: (saved) => onSaved(saved.status) })
  return (
    <Dialog title={title} hideTitle closeLabel={text.close} onClose={onClose}>
      <div className={dialog.layer}>
        <p className={dialog.title} aria-hidden="true">
          {title}
        </p>
        <p className={dialog.text}>{screen.confirmStatus}</p>
        <CodePad onSubmit={(oldCode) => submit({ oldCode, status })} {...codeRefusal(refusal)} />
        <Button look="text" href={paths.setupResetParentCode()}>
          {codePad.forgotEither}
        </Button>
      </div>
    </Dialog>
  )
}
