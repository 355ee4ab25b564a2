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

/** Asks by the masked number that the server names; a bad token says so once and changes nothing. */
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

export interface CheckedClaim {
  token: string
  partner: string
  /** Not said by the session of a child's profile. */
  mobileno: string
  areaCode: string
  profile: StoredProfile | undefined
  at: string
}

/** refused: the token is not good; anything else is the sentence to show. */
export type ClaimResult = { is: 'good'; claim: CheckedClaim } | { is: 'refused' } | { is: 'failed'; message: string }

/** Nothing of this browser's own session is sent or changed. */
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

/** Only after the reader agrees; the page is reloaded. */
export async function enterClaim({ token, partner, mobileno, areaCode, profile, at }: CheckedClaim): Promise<void> {
  const chosen = profile && (await chosenBy(token, profile))
  await endReplaced(token)
  clearSession()
  startSession({ token, userId: '', partner }, { mobileno, areaCode })
  if (chosen) storeProfile(chosen)
  loadAnew(at)
}

/** On the server too, so that no session stays open out of sight. A child's session is never logged out. */
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
