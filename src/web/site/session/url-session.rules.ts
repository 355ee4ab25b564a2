import type { Language } from '#contract/languages.ts'
import { asLanguage } from '#web/kit/language.ts'

/** Session parameters that a link may carry (SPEC 2). */
const CARRIED = ['gift', 'language', 'token', 'mobileno', 'areaCode', 'embed', 'hostReplaced']
/** Only in the host-replaced form (SPEC 4, PRODUCT 4); elsewhere these names belong to screens. */
const HOST_REPLACED = ['mode', 'profileId']

/** SPEC 4: the value that logs out, in place of a token. */
const UNKNOWN = 'UNKNOWN'

export type LinkClaim =
  | { kind: 'leave' }
  | {
      kind: 'enter'
      token: string
      profileId: string | undefined
      at: string
    }

export interface UrlSession {
  /** The hash without session parameters; undefined when it had none. */
  rest: string | undefined
  language: Language | undefined
  claim: LinkClaim | undefined
  /** Prefills the login form only; the server decides who is logged in. */
  number: { mobileno?: string; areaCode?: string }
  embed: boolean
  /** The code of a gift card's link, to redeem. */
  gift: string | undefined
  query: URLSearchParams
}

const PERSONAL = ['token', 'mobileno', 'areaCode', 'hostReplaced']

/** What PayPal and AlipayHK add to the address of return. The server learns from them directly, never from the browser. */
const OF_PROVIDERS = ['PayerID', 'ba_token', 'subscription_id', 'authCode', 'authState']

/** Before the hash nothing personal is used (SPEC 2). Undefined when there is nothing to take away. */
export function withoutPersonal(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const rest = without(query, [...PERSONAL, ...OF_PROVIDERS])
  if (rest === String(query)) return undefined
  return rest && `?${rest}`
}

/** As text, since old browsers do not count a query's words. */
function without(query: URLSearchParams, names: readonly string[]): string {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return String(rest)
}

/** For `#token=…` and `#/category/list&token=…`. */
function withoutStray(path: string): string {
  const parts = path.split('&')
  const rest = parts.filter((part) => !PERSONAL.some((name) => part.replace(/^\/+/, '').startsWith(`${name}=`)))
  return rest.length === parts.length ? path : rest.join('&')
}

/** The mode is never taken from a link: it follows the profile. */
export function parseUrlSession(hash: string, token: string | undefined): UrlSession {
  const [start = '', ...searches] = hash.replace(/^#/, '').split('?')
  const path = withoutStray(start)
  const query = new URLSearchParams(searches.join('&'))
  const take = (name: string) => query.get(name) || undefined
  const hostReplaced = take('hostReplaced') === '1'
  const mobileno = digits(take('mobileno'))
  const areaCode = digits(take('areaCode'))
  const gift = take('gift')?.slice(0, 60)
  const left = without(query, hostReplaced ? [...CARRIED, ...HOST_REPLACED] : CARRIED)
  const rest = gift === undefined ? left : 'view=redeem'
  const place = path + (rest && `?${rest}`)
  return {
    rest: rest === String(query) && path === start ? undefined : `#${place}`,
    language: asLanguage(take('language')),
    claim: claimOf(
      { linked: take('token'), profileId: hostReplaced ? take('profileId') : undefined, at: place },
      token,
    ),
    number: { ...(mobileno ? { mobileno } : {}), ...(areaCode ? { areaCode } : {}) },
    embed: take('embed') === '1',
    gift,
    query,
  }
}

interface LinkedSession {
  linked: string | undefined
  profileId: string | undefined
  at: string
}

function claimOf({ linked, profileId, at }: LinkedSession, current: string | undefined): LinkClaim | undefined {
  if (linked === undefined || linked === current) return undefined
  if (linked === UNKNOWN) return current ? { kind: 'leave' } : undefined
  return { kind: 'enter', token: linked, profileId, at }
}

const digits = (word: string | undefined) => (word && /^\d{1,15}$/.test(word) ? word : undefined)

/** "9123 ****": enough for its owner. */
export const maskedNumber = (mobileno: string): string => `${mobileno.slice(0, 4)} ****`
