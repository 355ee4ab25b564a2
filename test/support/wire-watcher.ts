import type { Accounts } from '#server/domains/accounts/index.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { from, PASSWORD } from './accounts.ts'

type WatcherDeps = { db: Db; clock: Clock; accounts: Accounts; profiles: Profiles; library: Library }

/** A member in the first profile, `Bearer fixture-watcher`, halfway through a film and after the first episode of a series. */
export async function createWireWatcher({ db, clock, accounts, profiles, library }: WatcherDeps): Promise<string> {
  const mobileno = '92210100'
  await accounts.createAccount({
    number: `+852${mobileno}`,
    partner: 'anyplex',
    name: '陳大文',
    email: 'watcher@example.com',
    birthday: '1990-02-28',
    gender: 'male',
    agreeMarketing: false,
    language: 'zh_HK',
    password: PASSWORD,
    parentalCode: '4826',
    agreedAt: clock.now(),
  })
  const session = await accounts.sessions.logIn({ mobileno, areaCode: '852', password: PASSWORD }, from())
  if ('devices' in session) throw new Error('too many devices')
  const viewer = await accounts.sessions.viewer(session.token, { language: 'zh_HK', region: 'HK' })
  const { profileId } = (await profiles.list(viewer))[0]!
  await profiles.choose(viewer, { profileId })
  await db
    .updateTable('session')
    .set({ token_hash: tokenHash('fixture-watcher') })
    .where('session_id', '=', viewer.sessionId)
    .execute()
  const hoursAgo = (hours: number) => clock.now().subtract({ hours })
  await library.remember(
    { profileId, region: 'HK', kids: false },
    {
      favorites: ['paid', 'ding-ding'],
      progress: [
        { programId: 'harbour-light', position: 30, duration: 60, at: hoursAgo(1) },
        { programId: 'ferry', programGuid: 'ferry.s1e1', position: 60, duration: 60, at: hoursAgo(2) },
      ],
    },
  )
  return profileId
}
