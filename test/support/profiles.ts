import type { AccountsDeps } from '#server/domains/accounts/index.ts'
import { createProfiles, createFirstProfile, type Profiles, viewerProfiles } from '#server/domains/profiles/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { createTestAccounts } from './accounts.ts'

type Deps = Parameters<typeof createProfiles>[0]

/** What accounts are given by profiles, as the app does. */
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
  const testApp = await createTestAccounts({ profiles: viewerProfiles, welcomes: [createFirstProfile], ...change })
  const { db, clock, accounts, messages } = testApp
  const profiles = createTestProfiles({ db, clock, accounts, messages })

  /** A member with a session in their first profile, and one child's profile. */
  async function aFamily(mobileno: string) {
    const { accountId } = await testApp.aMember(mobileno)
    const { token, viewer } = await testApp.signIn(mobileno)
    const [first] = await profiles.list(viewer)
    await profiles.choose(viewer, { profileId: first!.profileId })
    const child = await profiles.create(viewer, { name: '小寶', avatarId: 'kid-bao', kids: true })
    return { accountId, token, first: first!.profileId, child: child.profileId, viewer: await testApp.viewerOf(token) }
  }

  /** The session's viewer after choosing. */
  async function chosen(token: string, choice: { profileId: string; parentalCode?: string }): Promise<MemberViewer> {
    await profiles.choose(await testApp.viewerOf(token), choice)
    return testApp.viewerOf(token)
  }

  return { ...testApp, profiles, aFamily, chosen }
}
