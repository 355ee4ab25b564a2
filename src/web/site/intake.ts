import { asLanguage, storeLanguage } from '#web/lib/language.ts'
import { rememberTracking } from '#web/lib/session.ts'

/** What a link may carry besides its place (SPEC 2). */
const CARRIED = ['language', 'token', 'mobileno', 'areaCode']

/**
 * Takes what the address carries: the language is stored, utm values are kept for the session, and all that is personal leaves the address bar. A token
 * is not believed here.
 */
export function takeFromAddress(): void {
  rememberTracking(new URLSearchParams(location.search))
  const [path = '', search] = location.hash.replace(/^#/, '').split('?')
  if (search === undefined) return
  const query = new URLSearchParams(search)
  rememberTracking(query)
  const language = asLanguage(query.get('language'))
  if (language) storeLanguage(language)
  const before = query.toString()
  for (const name of CARRIED) query.delete(name)
  const rest = query.toString()
  if (rest !== before) history.replaceState(null, '', `#${path}${rest ? `?${rest}` : ''}`)
}
