import type { AccountsDeps } from '#server/domains/accounts/index.ts'
import { createProfiles, createFirstProfile, type Profiles, viewerProfiles } from '#server/domains/profiles/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { createTestAccounts } from './accounts.ts'

type Deps = Parameters<typeof createProfiles>[0]

/** What accounts are given by profiles, as the house does it. */
export const withProfiles: Pick<AccountsDeps, 'profiles' | 'welcomes'> = {
  profiles: viewerProfiles,
  welcomes: [createFirstProfile],
}

/** Profiles over given accounts, whose avatars are as many pictures that nobody draws. */
export const createTestProfiles = (deps: Omit<Deps, 'avatars'>): Profiles =>
  createProfiles({
    ...deps,
    avatars: {
      pictures: { register: async (_source, { name }) => `0123/${name}` },
      folder: '',
      imageUrl: (key) => `/i/${key}`,
    },
  })

export type ProfilesApp = Awaited<ReturnType<typeof createTestFamily>>

/** Accounts with profiles on a database of the test's own. */
export async function createTestFamily(change: Partial<AccountsDeps> = {}) {
  const house = await createTestAccounts({ profiles: viewerProfiles, welcomes: [createFirstProfile], ...change })
  const { db, clock, accounts, messages } = house
  const profiles = createTestProfiles({ db, clock, accounts, messages })

  /** A member with a session in their first profile, and one child's profile. */
  async function aFamily(mobileno: string) {
    const { accountId } = await house.aMember(mobileno)
    const { token, viewer } = await house.signIn(mobileno)
    const [first] = await profiles.list(viewer)
    await profiles.choose(viewer, { profileId: first!.profileId })
    const child = await profiles.create(viewer, { name: '小寶', avatarId: 'kid-bao', kids: true })
    return { accountId, token, first: first!.profileId, child: child.profileId, viewer: await house.viewerOf(token) }
  }

  /** The session's viewer after choosing. */
  async function chosen(token: string, choice: { profileId: string; parentalCode?: string }): Promise<MemberViewer> {
    await profiles.choose(await house.viewerOf(token), choice)
    return house.viewerOf(token)
  }

  return { ...house, profiles, aFamily, chosen }
}
