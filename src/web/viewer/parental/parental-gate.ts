import type { Profile } from '#contract/profiles.ts'

/** What the parental code is asked for. Leaving kids mode goes to `profile`, or to one that is chosen in the dialog. */
export type ParentalRequest =
  | { purpose: 'watch' | 'collection' | 'kids-off' }
  | { purpose: 'leave-kids'; profile?: Pick<Profile, 'profileId' | 'name'> }

/** A request that waits for its answer. */
export interface OpenParentalRequest {
  request: ParentalRequest
  /** True: the right code was given. */
  answer: (isRight: boolean) => void
}

let open: OpenParentalRequest | null = null
const watchers = new Set<() => void>()

/**
 * Asks for the parental code in a dialog over the page; true once the right one was given (the session is then unlocked, or kids
 * mode left), false when the dialog was closed. A second request takes the place of the first.
 */
export function requestParentalCode(request: ParentalRequest): Promise<boolean> {
  open?.answer(false)
  return new Promise((resolve) => {
    show({
      request,
      answer: (isRight) => {
        show(null)
        resolve(isRight)
      },
    })
  })
}

/** What the host of the dialog watches. */
export const parentalGate = {
  subscribe: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  get: () => open,
}

function show(next: OpenParentalRequest | null) {
  open = next
  for (const watcher of watchers) watcher()
}
