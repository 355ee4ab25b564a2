import { useEffect, useRef, useState } from 'react'
import { logOut } from '#web/viewer/session/log-out.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { readSession, useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { type LinkClaim, maskedNumber } from './url-session.rules.ts'
import { type CheckedClaim, checkClaim, enterClaim } from './link-claim.ts'
import styles from './login-prompt.module.css'

export interface LinkClaimDialogProps {
  claim: LinkClaim
  onDone: () => void
}

/** A link that signs in or out asks first, by the masked number that the server names; a bad token says so once and changes nothing. */
export function LinkClaimDialog({ claim, onDone }: LinkClaimDialogProps) {
  const text = useText('loginPrompt')
  const { site } = useShellText()
  const { mobileno } = useSession()
  const [busy, setBusy] = useState(false)
  const checked = useCheckedClaim(claim, (message) => {
    showToast({ text: message ?? text.badToken })
    onDone()
  })
  const leaves = claim.kind === 'leave'
  if (!leaves && !checked) return null

  const act = async () => {
    setBusy(true)
    // Out of a child's profile only with the code.
    if (readSession().token && readSession().pattern === 'children') {
      if (!(await requestParentalCode({ purpose: 'leave-kids' }))) return onDone()
    }
    if (checked) return enterClaim(checked)
    const refused = await logOut()
    if (refused) showToast({ text: refused })
    return onDone()
  }
  const present = mobileno ? maskedNumber(mobileno) : ''
  const wanted = checked?.mobileno ? maskedNumber(checked.mobileno) : ''
  const entering = wanted ? text.enterText(wanted) : text.enterTextNoNumber
  return (
    <Dialog title={leaves ? text.leaveTitle : text.enterTitle} closeLabel={site.close} onClose={onDone} busy={busy}>
      <p className={styles.text}>{leaves ? text.leaveText(present) : entering}</p>
      {!leaves && present ? <p className={styles.text}>{text.enterInstead(present)}</p> : null}
      <DialogActions
        main={{ label: leaves ? text.leave : text.enter, onClick: () => void act(), busy, busyText: site.busy }}
        cancel={{ label: text.stay, onClick: onDone, disabled: busy }}
      />
    </Dialog>
  )
}

/** The claim once the server has vouched for it; `onBad` with the sentence, or without one when the token is not good. */
function useCheckedClaim(claim: LinkClaim, onBad: (message?: string) => void): CheckedClaim | undefined {
  const [checked, setChecked] = useState<CheckedClaim>()
  const bad = useRef(onBad)
  useEffect(() => {
    bad.current = onBad
  })
  useEffect(() => {
    if (claim.kind === 'leave') return undefined
    let gone = false
    void checkClaim(claim).then((answer) => {
      if (gone) return
      if (answer.is === 'good') setChecked(answer.claim)
      else bad.current(answer.is === 'failed' ? answer.message : undefined)
    })
    return () => {
      gone = true
    }
  }, [claim])
  return checked
}
