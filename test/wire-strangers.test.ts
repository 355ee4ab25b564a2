import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { tokenHash } from '#server/domains/accounts/index.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { accountOf, aToken, send, fieldsOf } from './support/wire-callers.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

/** Fields that name a thing: whether it is everybody's, or somebody's own, which others must not reach. */
const THINGS: Readonly<Record<string, 'public' | 'own'>> = {
  programId: 'public',
  programGuid: 'public',
  categoryId: 'public',
  tabId: 'public',
  avatarId: 'public',
  profileId: 'own',
  deviceId: 'own',
  messageIds: 'own',
  endDevice: 'own',
  passwordToken: 'own',
  verificationToken: 'own',
}
const NAMES_A_THING = /(?:Ids?|Guid|Token|Device)$/

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())

test('every field that names a thing says whose it is', () => {
  const naming = new Set(ENDPOINTS.flatMap(fieldsOf).filter((field) => NAMES_A_THING.test(field)))
  expect([...naming].filter((field) => THINGS[field] === undefined)).toEqual([])
})

/** Calls that name somebody's own thing, asked by somebody else. */
const FOREIGN: readonly { url: string; field: string; body: object; answers: string }[] = [
  { url: '/api_v2/profile/choose', field: 'profileId', body: { profileId: 'locker-first' }, answers: 'NOT_FOUND' },
  {
    url: '/api_v2/profile/update',
    field: 'profileId',
    body: { profileId: 'locker-child', name: 'x', childrenModel: false },
    answers: 'NOT_FOUND',
  },
  { url: '/api_v2/profile/delete', field: 'profileId', body: { profileId: 'locker-child' }, answers: 'NOT_FOUND' },
  { url: '/api/endDevice.action', field: 'deviceId', body: { deviceId: 'locker' }, answers: 'NOT_FOUND' },
  { url: '/api/readMessages.action', field: 'messageIds', body: { messageIds: ['theirs'] }, answers: 'SUCCESS' },
  {
    url: '/api/login.action',
    field: 'endDevice',
    body: { mobileno: '92210005', password: '840271', endDevice: 'locker' },
    answers: 'SUCCESS',
  },
  {
    url: '/api_v2/profile/parental/resetPasscode',
    field: 'passwordToken',
    body: { passwordToken: 'theirs', newCode: '7391', confirmCode: '7391' },
    answers: 'CODE_EXPIRED',
  },
]
/** Answered by whoever holds it, on the device that earned it: it names no account. */
const BEARER = ['/api/register3 verificationToken']

describe('what is another’s stays another’s', () => {
  test('every call that names an own thing is asked', () => {
    const naming = ENDPOINTS.flatMap((row) =>
      fieldsOf(row).flatMap((field) => (THINGS[field] === 'own' ? [`${endpointUrl(row)} ${field}`] : [])),
    )
    expect([...FOREIGN.map(({ url, field }) => `${url} ${field}`), ...BEARER].toSorted()).toEqual(naming.toSorted())
  })

  test.each(FOREIGN)('$url $field', async ({ url, body, answers }) => {
    const before = await theirs()
    for (const rows of before) expect(rows).not.toEqual([])
    expect((await send(world, url, { token: await aToken(world, 'plain'), body })).outcome).toBe(answers)
    expect(await theirs()).toEqual(before)
  })

  /** Everything of the other account that the calls could reach. */
  async function theirs() {
    const { db } = world
    const account_id = await accountOf(world, 'locker')
    const of = (table: 'profile' | 'inbox_message' | 'parental_reset') =>
      db.selectFrom(table).selectAll().where('account_id', '=', account_id).execute()
    const living = await db
      .selectFrom('session')
      .select(['session_id', 'profile_id'])
      .where('account_id', '=', account_id)
      .where('ended_at', 'is', null)
      .orderBy('session_id')
      .execute()
    const account = await db
      .selectFrom('account')
      .select('parental_hash')
      .where('account_id', '=', account_id)
      .execute()
    return [await of('profile'), await of('inbox_message'), await of('parental_reset'), living, account]
  }

  beforeAll(async () => {
    const { db, clock } = world
    const account_id = await accountOf(world, 'locker')
    await db.updateTable('inbox_message').set({ message_id: 'theirs' }).where('account_id', '=', account_id).execute()
    await db
      .insertInto('parental_reset')
      .values({
        account_id,
        token_hash: tokenHash('theirs'),
        session_id: 'locker',
        expires_at: clock.now().add({ hours: 24 }),
        used_at: null,
      })
      .execute()
  })
})
