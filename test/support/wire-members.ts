import { type CodePurpose, upsertCode } from '#server/domains/accounts/codes.repo.ts'
import { requestedByMember, requesterOf } from '#server/domains/accounts/secrets.rules.ts'
import { keyedHash, tokenHash } from '#server/kit/secrets.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { type AccountsApp, createTestMembers, PASSWORD } from './accounts.ts'
import { withProfiles } from './profiles.ts'

type SharedDeps = Parameters<typeof createTestMembers>[0]

/** The verification code of the fixtures. */
const CODE = '246810'
/** One member per changing call, so that fixtures are independent: `Bearer fixture-plain`. */
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
  'requester',
  'resetter',
  'renter',
  'tenant',
  'buyer',
  'subscriber',
  'starter',
  'renewer',
  'waiter',
  'canceller',
  'debtor',
  'redeemer',
  'previewer',
  'giver',
  'binder',
  'employee',
  'streamer',
  'spectator',
  'stopper',
  'shopper',
  'host',
  'moviegoer',
  'cinemagoer',
] as const
/** Members without a chosen profile. */
const UNCHOSEN: readonly string[] = ['newcomer']

/** Adds what a call may need to succeed: an account, a kids profile, a verification code. */
export interface WireMembers {
  /** A member whose first profile is `<name>-first`, in a session `name` with the token `fixture-<name>`. */
  addMember(name: string, mobileno: string, partner?: string): Promise<string>
  /** A kids profile `<name>-child` for a member, in a session of its own. */
  addChild(name: string, accountId: string): Promise<void>
  /** The verification code 246810. */
  addCode(purpose: CodePurpose, subject: string, sentTo: string): Promise<unknown>
  /** The same for a contact message from an e-mail address. */
  addContactCode(email: string): Promise<unknown>
  /** A verified number that may register. */
  addRegistration(token: string, number: string): Promise<unknown>
}

/** Members with known tokens, codes and numbers: from 9221 0000, in the order above. */
export async function createWireMembers(
  shared: SharedDeps,
): Promise<Pick<AccountsApp, 'accounts' | 'messages'> & { members: WireMembers }> {
  const { accounts, messages, aMember, deps } = createTestMembers({ ...shared, ...withProfiles })
  const { db, clock } = shared
  const key = deriveKey(deps.masterKey, 'accounts')

  const insertSession = (name: string, accountId: string, profileId: string | null = null) =>
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
        created_at: clock.now(),
        last_used_at: clock.now(),
        ended_at: null,
        end_cause: null,
      })
      .execute()

  const visitor = requesterOf(key, { address: '127.0.0.1', device: {} })

  const addCode = (purpose: CodePurpose, subject: string, sentTo: string) =>
    upsertCode(db, {
      purpose,
      subject,
      codeHash: keyedHash(key, 'code', purpose, subject, CODE),
      sentTo,
      requestedBy: purpose === 'email' || purpose === 'parental' ? requestedByMember(key, subject) : visitor,
      at: clock.now(),
      expiresAt: clock.now().add({ hours: 1 }),
    })

  const addContactCode = (email: string) =>
    addCode('contact', keyedHash(key, 'contact', email, visitor.toString('hex')).toString('base64url'), email)

  async function addMember(name: string, mobileno: string, partner = 'anyplex') {
    const { accountId } = await aMember(mobileno, partner)
    const profileId = `${name}-first`
    await db.updateTable('profile').set({ profile_id: profileId }).where('account_id', '=', accountId).execute()
    await insertSession(name, accountId, UNCHOSEN.includes(name) ? null : profileId)
    return accountId
  }

  async function addChild(name: string, accountId: string) {
    const profileId = `${name}-child`
    const child = { name: '小寶', avatar_id: 'kid-bao', kids: true, is_first: false }
    const row = { ...child, account_id: accountId, profile_id: profileId, created_at: clock.now() }
    await db
      .insertInto('profile')
      .values({ ...row, last_used_at: null, deleted_at: null })
      .execute()
    await insertSession(profileId, accountId, profileId)
  }

  const addRegistration = (token: string, number: string) =>
    db
      .insertInto('registration')
      .values({
        token_hash: tokenHash(token),
        number,
        device_hash: null,
        partner: 'anyplex',
        agreed_at: clock.now(),
        expires_at: clock.now().add({ hours: 1 }),
        used_at: null,
      })
      .execute()

  const ids = new Map<string, string>()
  for (const [index, name] of MEMBERS.entries()) {
    const partner = name === 'clp' ? 'clp' : 'anyplex'
    ids.set(name, await addMember(name, `922100${String(index).padStart(2, '0')}`, partner))
  }
  for (let device = 1; device < 5; device++) await insertSession(`crowded-${device}`, ids.get('crowded')!)
  await insertSession('ender-2', ids.get('ender')!)
  for (const name of ['chooser', 'updater', 'deleter', 'locker']) await addChild(name, ids.get(name)!)
  await db
    .updateTable('session')
    .set({ unlocked_until: clock.now().add({ hours: 1 }) })
    .where('session_id', '=', 'locker')
    .execute()
  await addCode('register', '+85292220000', '+85292220000')
  await addCode('register', '+85292220001', '+85292220001')
  await addCode('reset', '+85292210008', '+85292210008')
  await addCode('parental', ids.get('resetter')!, '+85292210020')
  await addCode('email', ids.get('mailer')!, 'taiman@example.com')
  await addContactCode('writer@example.com')
  await addContactCode('wrong-code@example.com')
  await addRegistration('fixture-registration', '+85292220002')
  await addRegistration('fixture-promotion', '+85292220003')
  await accounts.closing.close(
    await accounts.sessions.viewer('fixture-returner', { language: 'zh_HK', region: 'HK' }),
    { password: PASSWORD, address: '203.0.113.9' },
  )
  return { accounts, messages, members: { addMember, addChild, addCode, addContactCode, addRegistration } }
}
