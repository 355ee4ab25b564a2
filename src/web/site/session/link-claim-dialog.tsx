import { useEffect, useRef, useState } from 'react'
import { logOut } from '#web/viewer/session/log-out.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import {
  readSession,
  useSession,
  startSession,
  clearSession,
  isToken,
  type StoredProfile,
  storeProfile,
} from '#web/viewer/session/session.ts'
import { loadAnew } from '#web/kit/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { type LinkClaim, maskedNumber } from './url-session.rules.ts'
import styles from './login-prompt.module.css'
import { userProfile } from '#contract/accounts.ts'
import { chooseProfile, profileList } from '#contract/profiles.ts'
import { logout } from '#contract/sessions.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { isDeadSession } from '#web/viewer/session/refusals.ts'

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

type EnterClaim = Extract<LinkClaim, { kind: 'enter' }>

/** What the server says of a link's token. */
export interface CheckedClaim {
  token: string
  partner: string
  /** Not said by the session of a child's profile. */
  mobileno: string
  areaCode: string
  /** The profile that the session is in. */
  profile: StoredProfile | undefined
  at: string
}

/** refused: the token is not good; anything else is the sentence to show. */
export type ClaimResult = { is: 'good'; claim: CheckedClaim } | { is: 'refused' } | { is: 'failed'; message: string }

/** Asks the server whose token a link carries. Nothing of this browser's own session is sent or changed. */
export async function checkClaim({ token, profileId, at }: EnterClaim): Promise<ClaimResult> {
  if (!isToken(token)) return { is: 'refused' }
  const list = await call(profileList, {}, { token })
  if (list.result === 'FAILED') {
    const refused = isDeadSession(list.errorCode) || list.errorCode === 'LOGIN_REQUIRED'
    return refused ? { is: 'refused' } : { is: 'failed', message: list.message }
  }
  const { profiles } = list.data
  const account = await call(userProfile, {}, { token })
  const known = account.result === 'SUCCESS' ? account.profile : { partner: '', mobileno: '', areaCode: '' }
  const current = profiles.find((profile) => profile.current)
  // Only a session that has none yet may take the link's.
  const named = current ? undefined : profiles.find((profile) => profile.profileId === profileId)
  const profile = current ?? named
  return {
    is: 'good',
    claim: { token, partner: known.partner, mobileno: known.mobileno, areaCode: known.areaCode, profile, at },
  }
}

/** Signs in as the link wants, after the reader's yes, in place of whoever was here; the page begins anew at its own place. */
export async function enterClaim({ token, partner, mobileno, areaCode, profile, at }: CheckedClaim): Promise<void> {
  const chosen = profile && (await chosenBy(token, profile))
  await endReplaced(token)
  clearSession()
  startSession({ token, userId: '', partner }, { mobileno, areaCode })
  if (chosen) storeProfile(chosen)
  loadAnew(at)
}

/**
 * The session that was here ends on the server too, so that nobody is left signed in out of sight; if it cannot be reached, it ends here alone. A child's is
 * never logged out: it just is not this browser's any more.
 */
async function endReplaced(wanted: string): Promise<void> {
  const { token, pattern } = readSession()
  if (!token || token === wanted || pattern === 'children') return
  await call(logout, {}, { token, keepalive: true })
}

/** The server's word for it: choosing the profile that is chosen already changes nothing. */
async function chosenBy(token: string, { profileId }: StoredProfile): Promise<StoredProfile | undefined> {
  const answer = await call(chooseProfile, { profileId }, { token })
  return answer.result === 'SUCCESS' ? answer.profile : undefined
}
