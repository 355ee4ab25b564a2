import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Endpoint, endpointUrl } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { errors } from '#text/en_US/errors.ts'
import { aTitle } from './support/catalogue.ts'
import { aToken, send, type SendOptions, type SessionFacts } from './support/wire-callers.ts'
import { anExampleMember, exampleInput, OWN_EXAMPLES, type ExampleMember } from './support/wire-examples.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
  const episode = { season: 1, episode: 1, title: { zh: '第1集', en: 'Episode 1' }, description: { zh: '', en: '' } }
  const series = aTitle('kids-series', { programType: 'drama', classify: 'kids', kids: true, episodes: [episode] })
  await world.catalogue.createTitle(series)
  await world.catalogue.publish('kids-series')
})
afterAll(() => world.close())
// Lockouts and SMS limits expire.
beforeEach(() => world.clock.advance('PT1M'))

const SUCCESS = { status: 200, outcome: 'SUCCESS' }
const REFUSALS = {
  login: { status: 401, outcome: 'LOGIN_REQUIRED', message: errors.LOGIN_REQUIRED() },
  unknown: { status: 401, outcome: '0x800A1000', message: errors.SESSION_UNKNOWN() },
  expired: { status: 401, outcome: '0x800A1001', message: errors.SESSION_EXPIRED() },
  ended: { status: 401, outcome: '0x800A3002', message: errors.SESSION_ENDED() },
  closing: { status: 200, outcome: 'NOT_ALLOWED', message: errors.ACCOUNT_CLOSING() },
  kids: { status: 200, outcome: 'NOT_ALLOWED', message: errors.KIDS_NOT_ALLOWED() },
  foreign: { status: 200, outcome: 'NOT_ALLOWED', message: errors.NOT_ALLOWED({}) },
} as const

describe('an endpoint succeeds for the callers that its declaration allows, and refuses the others', () => {
  type Caller = 'visitor' | 'kids visitor' | 'member' | 'kids profile' | 'closing account'

  const CALLERS: Readonly<Record<Caller, (member: ExampleMember) => SendOptions | Promise<SendOptions>>> = {
    visitor: () => ({}),
    'kids visitor': () => ({ query: { pattern: 'children' } }),
    member: ({ name }) => ({ token: `fixture-${name}` }),
    'kids profile': ({ name }) => ({ token: `fixture-${name}-child` }),
    'closing account': async ({ name, accountId }) => {
      const closes_at = world.clock.now().add({ hours: 1 })
      await world.db.updateTable('account').set({ closes_at }).where('account_id', '=', accountId).execute()
      return { token: `fixture-${name}` }
    },
  }

  /** Members for calls that change nothing: those that are refused, and those that read. */
  let readers: Readonly<Record<'open' | 'closing', ExampleMember>>
  beforeAll(async () => {
    readers = { open: await anExampleMember(world), closing: await anExampleMember(world) }
  })

  function expected(endpoint: Endpoint, caller: Caller): object {
    const isMember = !caller.endsWith('visitor')
    if (endpoint.viewer === 'member' && !isMember) return REFUSALS.login
    if (caller.startsWith('kids') && endpoint.kids === 'refused') return REFUSALS.kids
    if (caller === 'closing account' && !endpoint.whileClosing) return REFUSALS.closing
    return SUCCESS
  }

  test.each(ENDPOINTS.map((endpoint) => ({ url: endpointUrl(endpoint), endpoint })))(
    '$url',
    async ({ url, endpoint }) => {
      for (const caller of Object.keys(CALLERS) as Caller[]) {
        const expectedOutcome = expected(endpoint, caller)
        const reads = !endpoint.changes || expectedOutcome !== SUCCESS
        const reader = caller === 'closing account' ? readers.closing : readers.open
        const member = reads ? reader : await anExampleMember(world)
        const body = await exampleInput(url, world, member)
        const request = { ...(await CALLERS[caller](member)), body }
        expect({ caller, ...(await send(world, url, request)) }).toEqual({ caller, ...expectedOutcome })
      }
    },
  )

  test('every example of its own is of an endpoint', () => {
    const urls = ENDPOINTS.map(endpointUrl)
    expect(Object.keys(OWN_EXAMPLES).filter((url) => !urls.includes(url))).toEqual([])
  })
})

/** One endpoint of each kind that the pipeline treats differently. */
const SHARED = '/api_v2/revamp/detail'
const OWN = '/api_v2/order'
const FOR_ADULTS = '/api/deviceList.action'
const FOR_KIDS_TOO = '/api_v2/profile/favorite/list'
const WITHOUT_PROFILE = '/api_v2/profile/list'
const TAKES_PROFILE = '/api_v2/profile/update'
const TAKES_CODE = '/api_v2/profile/parental/checkPasscode'
const WHILE_CLOSING = '/api/userProfile.action'

/** Sends an endpoint's example as a new member, in a session with these facts. */
async function sendExample(url: string, session: SessionFacts, context: Record<string, string> = {}) {
  const member = await anExampleMember(world)
  const token = await aToken(world, member.name, session)
  return send(world, url, { token, context, body: await exampleInput(url, world, member) })
}

describe.each([SHARED, OWN, FOR_ADULTS, WHILE_CLOSING])(
  'an invalid token is refused, also by public calls: %s',
  (url) => {
    const sendIn = async (session: SessionFacts) =>
      send(world, url, { token: await aToken(world, 'plain', session), body: { programId: 'ding-ding' } })

    test('unknown', async () => {
      expect(await send(world, url, { token: 'made-up' })).toEqual(REFUSALS.unknown)
    })

    test('ended', async () => {
      expect(await sendIn({ endedAt: world.clock.now() })).toEqual(REFUSALS.ended)
    })

    test('expired after 30 days without use', async () => {
      const daysAgo = (days: number) => ({ usedAt: world.clock.now().subtract({ hours: 24 * days }) })
      expect(await sendIn(daysAgo(30))).toEqual(REFUSALS.expired)
      expect(await sendIn(daysAgo(29))).toEqual(SUCCESS)
    })
  },
)

describe('a profile of the session or the context', () => {
  const KIDS = { profileId: 'locker-child' }
  const ADULT = { profileId: 'locker-first' }
  const DELETED = { profileId: 'deleted' }
  const NONE = { profileId: null }

  test.each<[string, string, SessionFacts, Record<string, string>, object]>([
    ['a kids profile is not unlocked by the code', FOR_ADULTS, KIDS, { parentalCode: '4826' }, REFUSALS.kids],
    ['a kids profile cannot name an adult one', FOR_ADULTS, KIDS, ADULT, REFUSALS.foreign],
    ['a kids profile cannot name an adult one on a public call', SHARED, KIDS, ADULT, REFUSALS.foreign],
    ['a kids profile is refused by a call that takes a profile itself', TAKES_PROFILE, KIDS, ADULT, REFUSALS.kids],
    ['a deleted profile counts as a kids profile', FOR_ADULTS, DELETED, {}, REFUSALS.kids],
    ['an adult profile may name a kids profile', FOR_KIDS_TOO, ADULT, KIDS, SUCCESS],
    ['an adult profile that names a kids profile is refused as one', FOR_ADULTS, ADULT, KIDS, REFUSALS.kids],
    ['another account’s profile is refused', FOR_KIDS_TOO, ADULT, { profileId: 'chooser-child' }, REFUSALS.foreign],
    [
      'another account’s profile is refused on a public call',
      OWN,
      ADULT,
      { profileId: 'plain-first' },
      REFUSALS.foreign,
    ],
    ['without a profile the library is refused', FOR_KIDS_TOO, NONE, {}, REFUSALS.foreign],
    ['without a profile the profiles are listed', WITHOUT_PROFILE, NONE, {}, SUCCESS],
  ])('%s', async (_, url, session, context, answer) => {
    const token = await aToken(world, 'locker', session)
    const locker = { name: 'locker', accountId: '', mobileno: '' }
    expect(await send(world, url, { token, context, body: await exampleInput(url, world, locker) })).toEqual(answer)
  })

  test('a call that takes a profile itself does not read that of the context', async () => {
    expect(await sendExample(TAKES_PROFILE, {}, { profileId: 'chooser-child' })).toEqual(SUCCESS)
  })
})

describe('a wrong parental code', () => {
  test.each([SHARED, OWN, FOR_ADULTS, WHILE_CLOSING])('refuses %s', async (url) => {
    expect(await sendExample(url, {}, { parentalCode: '0000' })).toMatchObject({ outcome: 'WRONG_PARENTAL_CODE' })
    expect(await sendExample(url, {}, { parentalCode: '4826' })).toEqual(SUCCESS)
  })

  test('in the context is ignored by a call that takes a code itself', async () => {
    expect(await sendExample(TAKES_CODE, {}, { parentalCode: '0000' })).toEqual(SUCCESS)
  })
})
