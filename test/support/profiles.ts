import type { AccountsDeps } from '#server/domains/accounts/index.ts'
import { createProfiles, createFirstProfile, type Profiles, viewerProfiles } from '#server/domains/profiles/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { createTestAccounts } from './accounts.ts'

type Deps = Parameters<typeof createProfiles>[0]

/** The contributions of profiles to accounts, as in the app. */
export const withProfiles: Pick<AccountsDeps, 'profiles' | 'onAccountCreated'> = {
  profiles: viewerProfiles,
  onAccountCreated: [createFirstProfile],
}

/** Profiles over given accounts, with avatar images that are not rendered. */
export const createTestProfiles = (deps: Omit<Deps, 'avatars'>): Profiles =>
  createProfiles({
    ...deps,
    avatars: {
      images: { register: async (_source, { name }) => `0123/${name}` },
      folder: '',
      imageUrl: (key) => `/i/${key}`,
    },
  })

export type ProfilesApp = Awaited<ReturnType<typeof createTestProfilesApp>>

/** Accounts with profiles over a new database. */
export async function createTestProfilesApp(change: Partial<AccountsDeps> = {}) {
  const testApp = await createTestAccounts({
    profiles: viewerProfiles,
    onAccountCreated: [createFirstProfile],
    ...change,
  })
  const { db, clock, accounts, messages } = testApp
  const profiles = createTestProfiles({ db, clock, accounts, messages })

  /** Creates a member with a session in the first profile, and a kids profile. */
  async function aFamily(mobileno: string) {
    const { accountId } = await testApp.aMember(mobileno)
    const { token, viewer } = await testApp.signIn(mobileno)
    const [first] = await profiles.list(viewer)
    await profiles.choose(viewer, { profileId: first!.profileId })
    const child = await profiles.create(viewer, { name: '小寶', avatarId: 'kid-bao', kids: true })
    return { accountId, token, first: first!.profileId, child: child.profileId, viewer: await testApp.viewerOf(token) }
  }

  /** Chooses a profile and returns the new viewer of the session. */
  async function chooseProfile(
    token: string,
    choice: { profileId: string; parentalCode?: string },
  ): Promise<MemberViewer> {
    await profiles.choose(await testApp.viewerOf(token), choice)
    return testApp.viewerOf(token)
  }

  return { ...testApp, profiles, aFamily, chooseProfile }
}
