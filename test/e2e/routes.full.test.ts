import { expect, test } from 'vitest'
import { guardViewer } from '#web/site/navigation/guard.rules.ts'
import { VISITOR } from '#web/viewer/session/session.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { SPECIFIED_PATHS } from '../support/specified-paths.ts'
import { chooseProfile, memberStorage, profilesOf, register } from './support/members.ts'
import { registerWithKidsProfile } from './support/profile-pages.ts'
import { addressOf } from './support/route-addresses.ts'
import { neutralScreens, type RouteVisitor, walkRoutes } from './support/route-walk.ts'
import { waitUntilPlayable } from './support/playing.ts'
import { visit, world } from './support/world.ts'

/** Tabs that one viewer has open at a time. */
const TABS = 3

const titleQuery = (programId: string, programGuid = programId) => `?${new URLSearchParams({ programId, programGuid })}`
const PLAYED = {
  grown: {
    '/play': `${PATHS.play}${titleQuery(world.film.programId)}`,
  },
  child: {
    '/play': `${PATHS.play}${titleQuery(world.child.programId)}`,
    '/PlayDrama/:episode': `${PATHS.playDrama}/1${titleQuery('dimsum', 'dimsum.s1e1')}`,
    [PATHS.rolling]: `${PATHS.rolling}?categoryId=family`,
  },
}
const addresses = (own: Partial<Record<string, string>>) => (path: string) => own[path] ?? addressOf({ path })

async function member() {
  const grown = await register()
  const profile = await chooseProfile(grown, (await profilesOf(grown))[0]!)
  return { storageState: memberStorage(grown, { profile }), guard: { ...VISITOR, token: grown.token, profile } }
}

async function child() {
  const { member: parent, profile } = await registerWithKidsProfile()
  const guard = { ...VISITOR, token: parent.token, profile, pattern: 'children' } as const
  return { storageState: memberStorage(parent, { profile }), guard }
}

const VIEWERS = {
  visitor: async () => ({ storageState: undefined, guard: VISITOR }),
  member,
  child,
}

test.each(['visitor', 'member', 'child'] as const)(
  'every specified route opens by address, reload and link, and is left by Back: %s',
  async (who) => {
    for (const series of ['islands', 'dimsum']) await waitUntilPlayable(series)
    const { storageState, guard } = await VIEWERS[who]()
    const { context, page } = await visit({ path: `/#${PATHS.terms}`, options: { storageState } })
    const visitor: RouteVisitor = {
      who,
      guard: guardViewer(guard, false),
      addressOf: addresses(who === 'child' ? PLAYED.child : PLAYED.grown),
      neutral: await neutralScreens(page),
    }
    const tabs = [page, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))]
    // The tabs share the list: each takes the next path.
    const paths = SPECIFIED_PATHS[Symbol.iterator]()
    const faults = await Promise.all(tabs.map((tab) => walkRoutes(tab, paths, visitor)))
    expect(faults.flat()).toEqual([])
  },
  900_000,
)
