import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { errors } from '#text/en_US/errors.ts'
import { aToken, send, type SendOptions, fieldsOf } from './support/wire-callers.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

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
/** A call, with the names of its own input. */
type Call = { url: string; row: Endpoint; own: readonly string[] }

const forMembers = ({ row }: Call) => row.viewer === 'member'
const forChildren = ({ row }: Call) => row.kids !== 'refused'

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
    refused: ({ row }) => !row.whileClosing && 'closing',
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

const CALLS: readonly Call[] = ENDPOINTS.map((row) => ({ url: endpointUrl(row), row, own: fieldsOf(row) }))

describe.each(WHO)('$name', (caller) => {
  test.each(CALLS)('$url', async (call) => {
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
