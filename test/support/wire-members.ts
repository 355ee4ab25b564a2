import type { CodePurpose } from '#server/domains/accounts/codes.repo.ts'
import { keyedHash, tokenHash } from '#server/domains/accounts/secrets.rules.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { type AccountsApp, createTestMembers, PASSWORD } from './accounts.ts'
import { withProfiles } from './profiles.ts'

type Shared = Parameters<typeof createTestMembers>[0]

/** What fixtures sign in and prove numbers with. */
const CODE = '246810'
/** A member for each thing that changes one, so that fixtures do not stand in each other's way: `Bearer fixture-plain`. */
const MEMBERS = [
  'plain',
  'clp',
  'changer',
  'leaver',
  'returner',
  'outgoing',
  'ender',
  'mailer',
  'forgetful',
  'crowded',
  'newcomer',
  'chooser',
  'creator',
  'updater',
  'deleter',
  'liker',
  'unlocker',
  'locker',
  'setter',
  'asker',
  'resetter',
] as const
/** Those who have chosen no profile yet. */
const UNCHOSEN: readonly string[] = ['newcomer']

/** Members whose tokens, codes and numbers the fixtures know: 9221 0000 and on, in the order above. */
export async function createWireMembers(shared: Shared): Promise<Pick<AccountsApp, 'accounts' | 'messages'>> {
  const { accounts, messages, aMember, deps } = createTestMembers({ ...shared, ...withProfiles })
  const { db, clock } = shared
  const at = clock.now()
  const key = deriveKey(deps.masterKey, 'accounts')

  const putSession = (name: string, accountId: string, profileId: string | null = null) =>
    db
      .insertInto('session')
      .values({
        session_id: name,
        account_id: accountId,
        token_hash: tokenHash(`fixture-${name}`),
        device_hash: null,
        device_name: 'Chrome · Windows 11',
        profile_id: profileId,
        unlocked_until: null,
        created_at: at,
        last_used_at: at,
        ended_at: null,
        end_cause: null,
      })
      .execute()

  const putCode = (purpose: CodePurpose, subject: string, sentTo: string) =>
    db
      .insertInto('verification_code')
      .values({
        purpose,
        subject,
        code_hash: keyedHash(key, 'code', purpose, subject, CODE),
        sent_to: sentTo,
        tries: 0,
        made_at: at,
        expires_at: at.add({ hours: 1 }),
        used_at: null,
      })
      .execute()

  const ids = new Map<string, string>()
  for (const [index, name] of MEMBERS.entries()) {
    const { accountId } = await aMember(`922100${String(index).padStart(2, '0')}`, name === 'clp' ? 'clp' : 'anyplex')
    ids.set(name, accountId)
    const profileId = `${name}-first`
    await db.updateTable('profile').set({ profile_id: profileId }).where('account_id', '=', accountId).execute()
    await putSession(name, accountId, UNCHOSEN.includes(name) ? null : profileId)
  }
  for (let device = 1; device < 5; device++) await putSession(`crowded-${device}`, ids.get('crowded')!)
  await putSession('ender-2', ids.get('ender')!)
  for (const name of ['chooser', 'updater', 'deleter', 'locker']) {
    const profileId = `${name}-child`
    const [accountId, child] = [ids.get(name)!, { name: '小寶', avatar_id: 'kid-bao', kids: true, is_first: false }]
    const row = { ...child, account_id: accountId, profile_id: profileId, created_at: at }
    await db
      .insertInto('profile')
      .values({ ...row, last_used_at: null, deleted_at: null })
      .execute()
    await putSession(profileId, accountId, profileId)
  }
  await db
    .updateTable('session')
    .set({ unlocked_until: at.add({ hours: 1 }) })
    .where('session_id', '=', 'locker')
    .execute()
  await putCode('register', '+85292220000', '+85292220000')
  await putCode('register', '+85292220001', '+85292220001')
  await putCode('reset', '+85292210008', '+85292210008')
  await putCode('parental', ids.get('resetter')!, '+85292210020')
  await putCode('email', ids.get('mailer')!, 'taiman@example.com')
  await db
    .insertInto('registration')
    .values({
      token_hash: tokenHash('fixture-registration'),
      number: '+85292220002',
      device_hash: null,
      partner: 'anyplex',
      agreed_at: at,
      expires_at: at.add({ hours: 1 }),
      used_at: null,
    })
    .execute()
  await accounts.closing.close(
    await accounts.sessions.viewer('fixture-returner', { language: 'zh_HK', region: 'HK' }),
    { password: PASSWORD, address: '203.0.113.9' },
  )
  return { accounts, messages }
}
