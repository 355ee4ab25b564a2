import { storeLanguage } from '#web/kit/language.ts'
import { rememberLoginNumber } from '#web/viewer/account/login-prefill.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { rememberTracking } from '#web/viewer/session/visit-storage.ts'
import { rememberEmbed } from '../boot/embed.ts'
import { type LinkClaim, parseUrlSession, withoutPersonal } from './url-session.rules.ts'

let claim: LinkClaim | undefined

/** Who the link that opened this page wants to be signed in, until the reader has answered. */
export const pendingClaim = (): LinkClaim | undefined => claim

/**
 * Takes what the address carries, before anything else: the language is stored, utm values are kept for the session, and all that is personal leaves the
 * address bar. A token is not believed here.
 */
export function takeUrlSession(): void {
  rememberTracking(new URLSearchParams(location.search))
  const intake = parseUrlSession(location.hash, readSession().token)
  const search = withoutPersonal(location.search)
  if (search !== undefined)
    history.replaceState(null, '', `${location.pathname}${search}${intake.rest ?? location.hash}`)
  else if (intake.rest !== undefined) history.replaceState(null, '', intake.rest)
  rememberTracking(intake.query)
  rememberLoginNumber(intake.number)
  if (intake.language) storeLanguage(intake.language)
  if (intake.embed) rememberEmbed()
  claim = intake.claim
}

/**
 * A link that is opened in a page that already runs only changes the hash: if it carries something, the page begins anew with it. Called before the router
 * listens, which never sees what the link carries.
 */
export function watchUrlSession(): void {
  addEventListener('popstate', (event) => {
    if (parseUrlSession(location.hash, undefined).rest === undefined) return
    event.stopImmediatePropagation()
    location.reload()
  })
}
