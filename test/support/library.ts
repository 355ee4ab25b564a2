import type { MemberViewer } from '#server/domains/viewer.ts'
import { createTestMembers } from './accounts.ts'
import { aTitle, anAsset, createTestCatalogue } from './catalogue.ts'
import { memberViewer } from './viewers.ts'

const episode = (season: number, number: number, endPosition = 0) => ({
  season,
  episode: number,
  title: { zh: '', en: '' },
  endPosition,
})

/** One title of each kind that the library treats differently; `draft` stays unpublished. */
const TITLES = [
  aTitle('film'),
  aTitle('other'),
  aTitle('cartoon', { kids: true, classify: 'kids' }),
  aTitle('adult', { restriction: 'III' }),
  aTitle('macau', {
    licences: [{ region: 'MO', startsAt: Temporal.Instant.from('2026-01-01T00:00:00Z'), endsAt: null }],
  }),
  aTitle('series', {
    programType: 'drama',
    classify: 'drama',
    episodes: [episode(1, 1, 50), episode(1, 2), episode(2, 1), episode(2, 2)],
  }),
  aTitle('rental', { vodTypes: ['PAY PER RENT'], credits: 28 }),
  aTitle('draft'),
]
/** The last episode of the series has no asset yet. */
const PLAYABLE = ['film', 'other', 'cartoon', 'adult', 'macau', 'rental', 'series.s1e1', 'series.s1e2', 'series.s2e1']

type InProfile = MemberViewer & { profileId: string }

/** A small catalogue with members that each have a profile. */
export async function createTestLibrary() {
  const testApp = await createTestCatalogue()
  const { db, clock, catalogue, library } = testApp
  for (const title of TITLES) await catalogue.createTitle(title)
  for (const { programId } of TITLES) if (programId !== 'draft') await catalogue.publish(programId)
  for (const guid of PLAYABLE) await catalogue.titleWriter.attachAsset(db, anAsset(guid))
  const { aMember, accounts, messages } = createTestMembers({ db, clock })
  let members = 0

  /** Creates a viewer with a new account and profile. */
  async function aViewer(change: Partial<MemberViewer> & { accountId?: string } = {}) {
    const serial = members++
    const accountId = change.accountId ?? (await aMember(`9230${String(serial).padStart(4, '0')}`)).accountId
    const profileId = `profile-${serial}`
    await db
      .insertInto('profile')
      .values({
        profile_id: profileId,
        account_id: accountId,
        name: '家',
        avatar_id: 'junk',
        kids: change.kids ?? false,
        genres: [],
        is_first: false,
        created_at: clock.now(),
        last_used_at: null,
        deleted_at: null,
      })
      .execute()
    return memberViewer({ accountId, sessionId: `session-${profileId}`, profileId, ...change })
  }

  const page = { page: 1, pageSize: 25 }
  const ref = { programId: 'film', programGuid: 'film' }

  /** The ids of a viewer's favourites. */
  const favorites = async (viewer: InProfile) =>
    (await library.favorites.list(viewer, page)).titles.map(({ programId }) => programId)
  /** Saves a position of 20 of 60 seconds now. */
  const saveProgress = (viewer: InProfile, change: object = {}) =>
    library.bookmarks.save(viewer, { ...ref, position: 20, duration: 60, at: clock.now(), ...change })
  const positionOf = async (viewer: InProfile, change: object = {}) =>
    (await library.bookmarks.progress(viewer, { ...ref, ...change })).position
  const watched = async (viewer: InProfile, continuing: boolean) =>
    (await library.history.list(viewer, { ...page, continuing })).list.map(({ watched: state }) => state)
  const guids = async (viewer: InProfile, continuing: boolean) =>
    (await watched(viewer, continuing)).map(({ programGuid }) => programGuid)

  return { ...testApp, accounts, messages, aViewer, favorites, saveProgress, positionOf, watched, guids }
}
