import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#server/wire/endpoints.ts'
import { errors } from '#text/en_US/errors.ts'
import { aToken, send, type SendOptions, fieldsOf } from './support/wire-callers.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

/**
 * Who may call what, written down call by call: a new call that stands nowhere here fails, and so does one whose row says otherwise.
 * `child` is a session in a kids profile; `closing` a member whose account is being closed.
 */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  'everybody, a child too': [
    '/api/login.action',
    '/api_v2/detail',
    '/api_v2/getRecommendation',
    '/api_v2/order',
    '/api_v2/revamp/categoryList',
    '/api_v2/revamp/detail',
    '/api_v2/revamp/listHomeBanner',
    '/api_v2/revamp/mixProgramList',
    '/api_v2/revamp/tabBars',
    '/api_v2/seasonDetail',
    '/api_v2/similarRcmd',
    '/api_v2/visit/create',
  ],
  'everybody but a child': [
    '/api/checkVerificationCode.action',
    '/api/checkVerificationCodeCLP.action',
    '/api/getResetPasswordCode.action',
    '/api/homePopupAd.action',
    '/api/register2.action',
    '/api/register3',
    '/api/resetPassword.action',
  ],
  'members, a child too': [
    '/api_v2/profile/bookmark/create',
    '/api_v2/profile/bookmark/get',
    '/api_v2/profile/choose',
    '/api_v2/profile/favorite/create',
    '/api_v2/profile/favorite/list',
    '/api_v2/profile/favorite/remove',
    '/api_v2/profile/list',
    '/api_v2/profile/mywatched/last',
    '/api_v2/profile/mywatched/list',
    '/api_v2/profile/mywatched/remove',
    '/api_v2/profile/parental/lock',
    '/api_v2/profile/parental/resetPasscode',
    '/api_v2/profile/parental/sendResetCode',
    '/api_v2/profile/preference/list',
  ],
  'members but a child': [
    '/api/ObtainCustomerDetails.action',
    '/api/ObtainCustomerDetailsCLP.action',
    '/api/changePassword.action',
    '/api/closeAccount.action',
    '/api/deviceList.action',
    '/api/endDevice.action',
    '/api/messageList.action',
    '/api/readMessages.action',
    '/api/sendEmailCode.action',
    '/api/updateUserProfile.action',
    '/api/userInfo.action',
    '/api/verifyEmail.action',
    '/api_v2/profile/create',
    '/api_v2/profile/delete',
    '/api_v2/profile/icons',
    '/api_v2/profile/parental/checkCustomerPassword',
    '/api_v2/profile/parental/checkPasscode',
    '/api_v2/profile/parental/setupPasscode',
    '/api_v2/profile/preference/update',
    '/api_v2/profile/update',
  ],
  'members but a child, also while closing': [
    '/api/exportAccount.action',
    '/api/logout.action',
    '/api/reopenAccount.action',
    '/api/userProfile.action',
  ],
}

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())
// Locked-out codes open again, and SMS may leave.
beforeEach(() => world.clock.advance('PT1M'))

const REFUSALS = {
  login: { status: 401, errorCode: 'LOGIN_REQUIRED', message: errors.LOGIN_REQUIRED() },
  unknown: { status: 401, errorCode: '0x800A1000', message: errors.SESSION_UNKNOWN() },
  expired: { status: 401, errorCode: '0x800A1001', message: errors.SESSION_EXPIRED() },
  ended: { status: 401, errorCode: '0x800A3002', message: errors.SESSION_ENDED() },
  closing: { status: 200, errorCode: 'NOT_ALLOWED', message: errors.ACCOUNT_CLOSING() },
  child: { status: 200, errorCode: '403', message: errors.KIDS_REFUSED() },
  foreign: { status: 200, errorCode: 'NOT_ALLOWED', message: errors.NOT_ALLOWED() },
} as const
type Refusal = keyof typeof REFUSALS

type Caller = {
  name: string
  ask: (own: readonly string[]) => Promise<SendOptions>
  refused: (call: Call) => Refusal | false
}
type Call = { url: string; callers: string; own: readonly string[] }

const forMembers = ({ callers }: Call) => callers.startsWith('members')
const forChildren = ({ callers }: Call) => callers.endsWith('a child too')

const WHO: readonly Caller[] = [
  { name: 'a visitor', ask: async () => ({}), refused: (call) => forMembers(call) && 'login' },
  { name: 'a made-up token', ask: async () => ({ token: 'made-up' }), refused: () => 'unknown' },
  {
    name: 'an ended session',
    ask: async () => ({ token: await aToken(world, 'plain', { endedAt: world.clock.now() }) }),
    refused: () => 'ended',
  },
  {
    name: 'an expired session',
    ask: async () => ({ token: await aToken(world, 'plain', { usedAt: world.clock.now().subtract({ hours: 720 }) }) }),
    refused: () => 'expired',
  },
  { name: 'a member', ask: async () => ({ token: await aToken(world, 'plain') }), refused: () => false },
  {
    name: 'a member without a profile',
    ask: async () => ({ token: await aToken(world, 'plain', { profileId: null }) }),
    refused: () => false,
  },
  {
    name: 'a member with the code',
    ask: async () => ({ token: await aToken(world, 'plain'), context: { parentalCode: '4826' } }),
    refused: () => false,
  },
  {
    name: 'a member whose account is being closed',
    ask: async () => {
      const token = await aToken(world, 'returner')
      const closesAt = world.clock.now().add({ hours: 1 })
      await world.db.updateTable('account').set({ closes_at: closesAt }).where('number', '=', '+85292210004').execute()
      return { token }
    },
    refused: ({ callers }) => !callers.endsWith('while closing') && 'closing',
  },
  {
    name: 'a child',
    ask: async () => ({ token: await aToken(world, 'locker', { profileId: 'locker-child' }) }),
    refused: (call) => !forChildren(call) && 'child',
  },
  {
    name: 'a child with the code',
    ask: async () => ({
      token: await aToken(world, 'locker', { profileId: 'locker-child' }),
      context: { parentalCode: '4826' },
    }),
    refused: (call) => !forChildren(call) && 'child',
  },
  {
    name: 'a child who names a grown-up’s profile',
    ask: async () => ({
      token: await aToken(world, 'locker', { profileId: 'locker-child' }),
      context: { profileId: 'locker-first' },
    }),
    refused: (call) => (call.own.includes('profileId') ? !forChildren(call) && 'child' : 'foreign'),
  },
  {
    name: 'a child whose profile was deleted',
    ask: async () => ({ token: await aToken(world, 'locker', { profileId: 'deleted' }) }),
    refused: (call) => !forChildren(call) && 'child',
  },
  {
    name: 'a grown-up who names a child’s profile',
    ask: async () => ({ token: await aToken(world, 'locker'), context: { profileId: 'locker-child' } }),
    refused: (call) => !call.own.includes('profileId') && !forChildren(call) && 'child',
  },
  {
    name: 'a member who names another account’s profile',
    ask: async () => ({ token: await aToken(world, 'plain'), context: { profileId: 'locker-child' } }),
    refused: (call) => !call.own.includes('profileId') && 'foreign',
  },
]

const CALLS: readonly Call[] = ENDPOINTS.flatMap((row) => {
  const url = endpointUrl(row)
  const named = Object.entries(CALLERS).filter(([, urls]) => urls.includes(url))
  return named.map(([callers]) => ({ url, callers, own: fieldsOf(row) }))
})

test('every call says once who may call it', () => {
  expect(Object.values(CALLERS).flat().toSorted()).toEqual(ENDPOINTS.map(endpointUrl))
})

describe.each(WHO)('$name', (caller) => {
  test.each(CALLS)('$url ($callers)', async (call) => {
    const answer = await send(world, call.url, await caller.ask(call.own))
    const refused = caller.refused(call)
    if (refused) expect(answer).toEqual(REFUSALS[refused])
    else
      for (const refusal of Object.values(REFUSALS))
        if (refusal !== REFUSALS.foreign) expect(answer).not.toEqual(refusal)
  })
})

describe('a wrong parental code refuses any call of a locked member but those that ask for one themselves', () => {
  test.each(CALLS)('$url', async ({ url, own }) => {
    world.clock.advance('PT24H')
    const answer = await send(world, url, { token: await aToken(world, 'plain'), context: { parentalCode: '0000' } })
    const expected = own.includes('parentalCode') ? 'INVALID_INPUT' : /^(?:WRONG_PARENTAL_CODE|TOO_MANY_TRIES)$/
    expect(answer.errorCode).toMatch(expected)
  })
})
