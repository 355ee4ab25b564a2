import type { Language } from '#contract/languages.ts'
import { type GuardViewer, judge } from '#web/site/navigation/guard.rules.ts'
import { ROUTES } from '#web/site/navigation/routes.tsx'
import type { Size } from '../e2e/support/world.ts'
import { addressOf } from '../e2e/support/route-addresses.ts'

/** Who looks: `newcomer` is a member who has nothing yet. */
export type Who = 'visitor' | 'member' | 'newcomer' | 'kids'
/** How the service answers: at once, with errors, or never. */
export type State = 'ready' | 'error' | 'loading'

const GUEST: GuardViewer = { signedIn: false, chosen: false, kids: false, embed: false }
const GUARD: Record<Who, GuardViewer> = {
  visitor: GUEST,
  member: { ...GUEST, signedIn: true, chosen: true },
  newcomer: { ...GUEST, signedIn: true, chosen: true },
  kids: { ...GUEST, signedIn: true, chosen: true, kids: true },
}

/** One tab, in which screens are opened one after the other. */
export interface Walk {
  who: Who
  state: State
  language: Language
  size: Size
  screens: readonly Screen[]
}

export interface Screen {
  /** The route's name. */
  name: string
  /** The hash address. */
  address: string
  /** Whether only members see it. */
  member: boolean
}

/** Every screen of the route table that stays open to a viewer. */
export const screensFor = (who: Who): Screen[] =>
  ROUTES.map(({ name, path, member }) => ({ name, member, address: addressOf({ path }) })).filter(
    ({ address }) => judge(address.split('?')[0]!, GUARD[who]).does === 'stay',
  )

const BOTH: readonly { language: Language; size: Size }[] = [
  { language: 'zh_HK', size: 'desktop' },
  { language: 'zh_HK', size: 'phone' },
  { language: 'en_US', size: 'desktop' },
  { language: 'en_US', size: 'phone' },
]
/** Each language and each size once. */
const ONCE = [BOTH[0]!, BOTH[3]!]

/** All walks: everybody through every screen, then without data, with errors and while it loads. */
export function allWalks(only: (screen: Screen) => boolean): Walk[] {
  const visitors = screensFor('visitor')
  const members = screensFor('member').filter(({ member }) => member)
  const ready = (['visitor', 'member', 'kids'] as const).flatMap((who) =>
    BOTH.map((setting) => ({ who, state: 'ready' as const, ...setting, screens: screensFor(who) })),
  )
  const empty = ONCE.map((setting) => ({
    who: 'newcomer' as const,
    state: 'ready' as const,
    ...setting,
    screens: members,
  }))
  const troubled = (['error', 'loading'] as const).flatMap((state) =>
    ONCE.flatMap((setting) => [
      { who: 'visitor' as const, state, ...setting, screens: visitors },
      { who: 'member' as const, state, ...setting, screens: members },
    ]),
  )
  return [...ready, ...empty, ...troubled]
    .map((walk) => ({ ...walk, screens: walk.screens.filter(only) }))
    .filter(({ screens }) => screens.length > 0)
}
