import { storeLanguage } from '#web/kit/language.ts'
import { rememberLoginNumber } from '#web/viewer/account/login-prefill.ts'
import { keepDraft } from '#web/viewer/session/form-draft.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { rememberTracking } from '#web/viewer/session/visit-storage.ts'
import { rememberEmbed } from '../boot/embed.ts'
import { type LinkClaim, parseUrlSession, withoutPersonal } from './url-session.rules.ts'

let claim: LinkClaim | undefined

export const pendingClaim = (): LinkClaim | undefined => claim

/** Runs before anything else. The token is not trusted here. */
export function takeUrlSession(): void {
  rememberTracking(new URLSearchParams(location.search))
  const session = parseUrlSession(location.hash, readSession().token)
  const search = withoutPersonal(location.search)
  if (search !== undefined)
    history.replaceState(null, '', `${location.pathname}${search}${session.rest ?? location.hash}`)
  else if (session.rest !== undefined) history.replaceState(null, '', session.rest)
  rememberTracking(session.query)
  rememberLoginNumber(session.number)
  if (session.language) storeLanguage(session.language)
  if (session.embed) rememberEmbed()
  // The code goes to the form that redeems, never into the history of the browser.
  if (session.gift !== undefined) keepDraft('redeem', { code: session.gift }, { resumes: true })
  claim = session.claim
}

/** A link opened in a running page only changes the hash. Called before the router listens, which never sees what the link carries. */
export function watchUrlSession(): void {
  addEventListener('popstate', (event) => {
    if (parseUrlSession(location.hash, undefined).rest === undefined) return
    event.stopImmediatePropagation()
    location.reload()
  })
}
