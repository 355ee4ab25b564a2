import { storage } from '#web/kit/storage.ts'

/** Guests' sessions by screening, never in an address. */
const KEY = 'harbour.guestSeats'
/** The oldest ones are dropped: a screening is over after two days. */
const KEPT = 20

type Tokens = readonly (readonly [screeningId: string, token: string])[]

const TOKEN = /^[\w-]{43}$/

function read(): Tokens {
  try {
    const stored: unknown = JSON.parse(storage.local.get(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(
      (one): one is [string, string] => Array.isArray(one) && typeof one[0] === 'string' && TOKEN.test(String(one[1])),
    )
  } catch {
    // Edited storage.
    return []
  }
}

const write = (tokens: Tokens): void => storage.local.set(KEY, JSON.stringify(tokens))

export const guestTokenOf = (screeningId: string): string | undefined => read().find(([id]) => id === screeningId)?.[1]

export function keepGuestToken(screeningId: string, token: string): void {
  const others = read().filter(([id]) => id !== screeningId)
  write([[screeningId, token] as const, ...others].slice(0, KEPT))
}

export const dropGuestToken = (screeningId: string): void => write(read().filter(([id]) => id !== screeningId))
