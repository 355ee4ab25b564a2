import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STREAM_LAPSE_SECONDS } from '#contract/devices.ts'
import { aToken, accountOf } from '../../../../test/support/wire-callers.ts'
import { createWireWorld, type WireWorld } from '../../../../test/support/wire-world.ts'

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('playback_stream').execute())

const FILM = { programId: 'harbour-light', programGuid: 'harbour-light' }

async function post(url: string, payload: object | string, headers: Record<string, string> = {}) {
  const response = await world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return { status: response.statusCode, headers: response.headers, body: bodyOf(response.payload) }
}

const bodyOf = (payload: string): Record<string, unknown> => (payload.startsWith('{') ? JSON.parse(payload) : {})

const call = (path: string, body: object, token?: string) =>
  post(
    `/api_v2${path}`,
    { language: 'en_US', ...body },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  )

/** The grant of a stream that a session starts. */
async function aGrant(token?: string, title: object = FILM, more: object = {}): Promise<string> {
  const { body } = await call('/order', { ...title, kind: 'movie', ...more }, token)
  const [, grant] = /\/v\/([^/]+)\//.exec(String(body.redirectURL)) ?? []
  if (grant === undefined) throw new Error(JSON.stringify(body))
  return grant
}

const now = () => world.clock.now().toString()

async function report(grant: string, change: object = {}, headers: Record<string, string> = {}) {
  const told = { event: 'playing', position: 20, duration: 60, at: now(), language: 'en_US', ...change }
  const { status, body } = await post(`/v/${grant}/progress`, told, headers)
  return { status, outcome: body.result === 'SUCCESS' ? 'SUCCESS' : body.errorCode, body }
}

/** A member’s session of its own, and what its profile has stored. */
async function aWatcher(name: string, profileId = `${name}-first`) {
  const token = await aToken(world, name, { profileId })
  const stored = async (programGuid = FILM.programGuid) =>
    world.db
      .selectFrom('bookmark')
      .select(['position', 'duration', 'finished'])
      .where('profile_id', '=', profileId)
      .where('program_guid', '=', programGuid)
      .executeTakeFirst()
  const stream = () =>
    world.db.selectFrom('playback_stream').selectAll().where('session_id', '=', token).executeTakeFirst()
  return { token, profileId, stored, stream }
}

const forget = (profileId: string) => world.db.deleteFrom('bookmark').where('profile_id', '=', profileId).execute()

describe('a member’s player', () => {
  test('saves its progress and keeps its slot, without a token and without reading the session by itself', async () => {
    const me = await aWatcher('plain')
    const grant = await aGrant(me.token)
    world.clock.advance('PT30S')
    expect(await report(grant)).toMatchObject({ status: 200, outcome: 'SUCCESS' })
    expect(await me.stored()).toEqual({ position: 20, duration: 60, finished: false })
    expect((await me.stream())?.last_seen_at).toEqual(world.clock.now())
  })

  test.each([
    ['a position above the duration is the end', { position: 500 }, { position: 60, duration: 60, finished: true }],
    [
      'a wrong duration is the asset’s',
      { position: 500, duration: 9000 },
      { position: 60, duration: 60, finished: true },
    ],
    [
      'without a duration the asset’s is meant',
      { position: 30, duration: undefined },
      { position: 30, duration: 60, finished: false },
    ],
    ['a fraction is rounded down', { position: 30.9 }, { position: 30, duration: 60, finished: false }],
    ['zero is a position', { position: 0 }, { position: 0, duration: 60, finished: false }],
  ])('%s', async (_, change, expected) => {
    const me = await aWatcher('plain')
    await forget(me.profileId)
    expect((await report(await aGrant(me.token), change)).outcome).toBe('SUCCESS')
    expect(await me.stored()).toEqual(expected)
  })

  test.each([
    ['a negative position', { position: -1 }],
    ['no number', { position: 'NaN' }],
    ['null', { position: null }],
    ['more than a video can have', { position: 1e300 }],
    ['a list', { position: [1] }],
    ['an unknown event', { event: 'rewound' }],
    ['no event', { event: undefined }],
    ['no time', { at: undefined }],
    ['a time that is none', { at: '2026-02-31T10:00:00Z' }],
    ['a time that no database holds', { at: '+012345-01-01T00:00:00Z' }],
    ['NUL in a text', { device: 'a\0b' }],
  ])('%s is refused and writes nothing', async (_, change) => {
    const me = await aWatcher('plain')
    await forget(me.profileId)
    expect(await report(await aGrant(me.token), change)).toMatchObject({ status: 400, outcome: 'INVALID_INPUT' })
    expect(await me.stored()).toBeUndefined()
  })

  test('a body that is no object is refused', async () => {
    const me = await aWatcher('plain')
    const grant = await aGrant(me.token)
    for (const payload of ['[]', '"x"', 'null', '{'])
      expect((await post(`/v/${grant}/progress`, payload)).status).toBe(400)
  })

  test('without a position only the sign of life counts', async () => {
    const me = await aWatcher('plain')
    await forget(me.profileId)
    const grant = await aGrant(me.token)
    world.clock.advance('PT30S')
    expect((await report(grant, { position: undefined, duration: undefined })).outcome).toBe('SUCCESS')
    expect((await me.stream())?.last_seen_at).toEqual(world.clock.now())
    expect(await me.stored()).toBeUndefined()
  })

  test('signs of life are written every 20 seconds at most, and a left player gives its slot back', async () => {
    const me = await aWatcher('plain')
    const grant = await aGrant(me.token)
    world.clock.advance('PT30S')
    await report(grant)
    const first = (await me.stream())!.last_seen_at
    world.clock.advance('PT10S')
    await report(grant, { position: 30 })
    expect((await me.stream())?.last_seen_at).toEqual(first)
    expect(await me.stored()).toMatchObject({ position: 30 })
    world.clock.advance('PT3S')
    expect((await report(grant, { event: 'left', position: 33 })).outcome).toBe('SUCCESS')
    expect(await me.stored()).toMatchObject({ position: 33 })
    const { body } = await call('/stream/list', {}, me.token)
    expect(body.list).toEqual([])
  })

  test('a player that was silent takes its slot again as it plays; when all are taken it learns of them, and stores nothing', async () => {
    const [me, one, other] = [await aWatcher('plain'), await aWatcher('plain'), await aWatcher('plain')]
    await forget(me.profileId)
    const grant = await aGrant(me.token)
    await report(grant)
    world.clock.advance(`PT${STREAM_LAPSE_SECONDS + 30}S`)
    expect((await report(grant, { position: 25 })).outcome).toBe('SUCCESS')
    expect((await call('/stream/list', {}, me.token)).body.list).toHaveLength(1)
    world.clock.advance(`PT${STREAM_LAPSE_SECONDS + 30}S`)
    for (const { token } of [one, other]) await report(await aGrant(token), { position: 26 })
    const refused = await report(grant, { position: 40 })
    expect(refused).toMatchObject({ status: 200, outcome: 'STREAM_LIMIT' })
    expect(refused.body.streams).toHaveLength(2)
    expect(await me.stored()).toMatchObject({ position: 26 })
    // Paused, it needs no slot.
    expect((await report(grant, { event: 'paused', position: 41 })).outcome).toBe('SUCCESS')
  })

  test('two tabs of a profile: the newest by the player’s time stands, whatever arrives last, and both are acknowledged', async () => {
    const me = await aWatcher('plain')
    const second = await aWatcher('plain')
    await forget(me.profileId)
    const grants = [await aGrant(me.token), await aGrant(second.token)]
    const ago = (seconds: number) => world.clock.now().subtract({ seconds }).toString()
    const answers = await Promise.all([
      report(grants[0]!, { position: 30, at: ago(5) }),
      report(grants[1]!, { position: 10, at: ago(10) }),
      report(grants[0]!, { position: 20, at: ago(8) }),
    ])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
    expect(await me.stored()).toMatchObject({ position: 30 })
    expect((await report(grants[1]!, { position: 11, at: ago(6) })).outcome).toBe('SUCCESS')
    expect(await me.stored()).toMatchObject({ position: 30 })
  })

  test('many reports at once are one statement, and one that is refused does not spoil the others', async () => {
    const me = await aWatcher('plain')
    const gone = await aWatcher('plain')
    const grants = [await aGrant(me.token), await aGrant(gone.token)]
    await world.db
      .updateTable('session')
      .set({ ended_at: world.clock.now(), end_cause: 'logout' })
      .where('session_id', '=', gone.token)
      .execute()
    const answers = await Promise.all([report(grants[0]!, { position: 44 }), report(grants[1]!, { position: 55 })])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['SUCCESS', '0x800A3002'])
    expect(await me.stored()).toMatchObject({ position: 44 })
  })
})

describe('what has ended writes nothing and is told so', () => {
  const ends: [string, string, (me: Awaited<ReturnType<typeof aWatcher>>) => Promise<unknown>][] = [
    [
      'a stream that was stopped from another device',
      'STREAM_ENDED',
      async (me) => {
        const { body } = await call('/stream/list', {}, me.token)
        const [stream] = body.list as { streamId: string }[]
        return call('/stream/end', { streamId: stream!.streamId }, await aToken(world, 'plain'))
      },
    ],
    [
      'a session that was logged out',
      '0x800A3002',
      (me) => post('/api/logout.action', {}, { authorization: `Bearer ${me.token}` }),
    ],
    [
      'a session that has expired',
      '0x800A1001',
      (me) =>
        world.db
          .updateTable('session')
          .set({ last_used_at: world.clock.now().subtract({ hours: 24 * 400 }) })
          .where('session_id', '=', me.token)
          .execute(),
    ],
    [
      'a session that is gone',
      '0x800A1000',
      (me) => world.db.deleteFrom('session').where('session_id', '=', me.token).execute(),
    ],
    [
      'a session with another profile',
      '403',
      async (me) => {
        await world.members.addChild('plain-other', await accountOf(world, 'plain')).catch(() => undefined)
        return world.db
          .updateTable('session')
          .set({ profile_id: 'plain-other-child' })
          .where('session_id', '=', me.token)
          .execute()
      },
    ],
  ]

  test.each(ends)('%s', async (_, code, end) => {
    const me = await aWatcher('plain')
    await forget(me.profileId)
    const grant = await aGrant(me.token)
    await report(grant, { position: 10 })
    await end(me)
    world.clock.advance('PT30S')
    const seen = (await me.stream())?.last_seen_at
    expect((await report(grant, { position: 40 })).outcome).toBe(code)
    expect(await me.stored()).toMatchObject({ position: 10 })
    expect((await me.stream())?.last_seen_at).toEqual(seen)
  })

  test('an account that is being closed', async () => {
    const me = await aWatcher('starter')
    const grant = await aGrant(me.token)
    const account = await accountOf(world, 'starter')
    await world.db
      .updateTable('account')
      .set({ closes_at: world.clock.now().add({ hours: 24 }) })
      .where('account_id', '=', account)
      .execute()
    expect(await report(grant)).toMatchObject({ outcome: 'NOT_ALLOWED', body: { closing: true } })
    expect(await me.stored()).toBeUndefined()
  })

  test('a title that was taken from the catalogue', async () => {
    const me = await aWatcher('plain')
    const title = { programId: 'ferry', programGuid: 'ferry.s1e1' }
    const grant = await aGrant(me.token, title)
    await world.db.updateTable('title').set({ state: 'draft' }).where('program_id', '=', 'ferry').execute()
    expect((await report(grant)).outcome).toBe('403')
    expect(await me.stored('ferry.s1e1')).toBeUndefined()
    await world.db.updateTable('title').set({ state: 'published' }).where('program_id', '=', 'ferry').execute()
  })
})

describe('children and the parental code', () => {
  test('a kids profile stores its own progress; as a normal one the stream of the child goes on', async () => {
    const child = await aWatcher('chooser', 'chooser-child')
    const title = { programId: 'ding-ding', programGuid: 'ding-ding' }
    const grant = await aGrant(child.token, title)
    expect((await report(grant)).outcome).toBe('SUCCESS')
    expect(await child.stored('ding-ding')).toMatchObject({ position: 20 })
  })

  test('a stream of a normal profile ends when its profile becomes a child’s', async () => {
    const me = await aWatcher('creator')
    const grant = await aGrant(me.token)
    await world.db.updateTable('profile').set({ kids: true }).where('profile_id', '=', me.profileId).execute()
    expect((await report(grant)).outcome).toBe('403')
    expect(await me.stored()).toBeUndefined()
  })

  test('locked again, a title that needs the code is refused, and another goes on', async () => {
    const me = await aWatcher('updater')
    await world.db
      .updateTable('session')
      .set({ unlocked_until: world.clock.now().add({ hours: 1 }) })
      .where('session_id', '=', me.token)
      .execute()
    const adult = { programId: 'night-shift', programGuid: 'night-shift' }
    const [locked, open] = [await aGrant(me.token, adult), await aGrant(me.token)]
    expect((await report(locked)).outcome).toBe('SUCCESS')
    const account = await accountOf(world, 'updater')
    await world.db
      .updateTable('account')
      .set((eb) => ({ parental_version: eb('parental_version', '+', 1) }))
      .where('account_id', '=', account)
      .execute()
    expect((await report(locked, { position: 50 })).outcome).toBe('403')
    expect(await me.stored('night-shift')).toMatchObject({ position: 20 })
    expect((await report(open, { position: 50 })).outcome).toBe('SUCCESS')
    expect(await me.stored()).toMatchObject({ position: 50 })
  })
})

describe('grants', () => {
  test('forged, foreign, expired and broken ones are refused', async () => {
    const [me, other] = [await aWatcher('plain'), await aWatcher('previewer')]
    const [mine, theirs] = [await aGrant(me.token), await aGrant(other.token)]
    const [payload, signature] = mine.split('.')
    const [foreign] = theirs.split('.')
    await forget(other.profileId)
    const wrong = [
      `${payload}.${'A'.repeat(22)}`,
      `${foreign}.${signature}`,
      mine.slice(0, -1),
      mine.slice(1),
      'x',
      `${mine}.${mine}`,
    ]
    for (const grant of wrong) expect((await report(grant)).status).toBe(403)
    expect(await other.stored()).toBeUndefined()
    world.clock.advance('PT6H1S')
    expect((await report(mine)).status).toBe(403)
  })

  test('another member’s token beside a grant changes nothing: the progress is that of the grant’s profile', async () => {
    const [me, other] = [await aWatcher('plain'), await aWatcher('previewer')]
    await forget(me.profileId)
    const grant = await aGrant(me.token)
    expect((await report(grant, { profileId: undefined }, { authorization: `Bearer ${other.token}` })).outcome).toBe(
      'SUCCESS',
    )
    expect(await me.stored()).toMatchObject({ position: 20 })
    expect(await other.stored()).toBeUndefined()
  })

  test('a report that names another profile than the grant’s is refused', async () => {
    const me = await aWatcher('plain')
    await forget(me.profileId)
    const grant = await aGrant(me.token)
    const as = (profileId: string) => report(grant, {}, { 'x-client-context': `profileId=${profileId}` })
    expect((await as('previewer-first')).outcome).toBe('403')
    expect(await me.stored()).toBeUndefined()
    expect((await as(me.profileId)).outcome).toBe('SUCCESS')
  })

  test('a visitor’s report is acknowledged and writes nothing', async () => {
    const grant = await aGrant()
    const before = await world.db.selectFrom('bookmark').select('position').execute()
    expect((await report(grant)).outcome).toBe('SUCCESS')
    expect(await world.db.selectFrom('bookmark').select('position').execute()).toEqual(before)
  })

  test('only a POST of this very path is taken', async () => {
    const grant = await aGrant()
    const get = await world.app.inject({ method: 'GET', url: `/v/${grant}/progress` })
    expect(get.statusCode).toBe(404)
    for (const url of [`/v/${grant}/asset/progress`, `/v/${grant}/progress/x`, `/v/${grant}`, '/v/progress'])
      expect((await post(url, {})).status).toBe(404)
  })
})

test('30 seconds of reports are a play, once a profile a day, counted with the bookmark', async () => {
  const me = await aWatcher('setter')
  await world.db.deleteFrom('play_increment').execute()
  const grant = await aGrant(me.token)
  const at = world.clock.now()
  for (const [seconds, position] of [
    [10, 10],
    [40, 40],
    [70, 59],
  ] as const) {
    world.clock.advance(at.add({ seconds }).since(world.clock.now()).toString())
    expect((await report(grant, { position })).outcome).toBe('SUCCESS')
  }
  const rows = await world.db.selectFrom('play_increment').select(['access', 'plays', 'seconds']).execute()
  expect(rows.reduce((sum, { plays }) => sum + plays, 0)).toBe(1)
  expect(rows.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(59)
  expect(new Set(rows.map(({ access }) => access))).toEqual(new Set(['free']))
})
