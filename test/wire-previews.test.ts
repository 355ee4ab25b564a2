import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PREVIEW_PROFILES, type PreviewProfile } from '#contract/admin/preview.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import type { PreviewRequest } from '#server/domains/previews/index.ts'
import { newId } from '#server/kit/ids.ts'
import { sql } from '#server/kit/db.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { isPreviewed } from '#server/wire/previewed.rules.ts'
import { errors } from '#text/en_US/errors.ts'
import { digestOf } from './support/audit-log.ts'
import { anOperatorSession, openPreview, type OperatorSession, saveTitleDraft } from './support/previews.ts'
import { anEpisode, aTitleContent } from './support/title-content.ts'
import { aToken } from './support/wire-callers.ts'
import { anExampleMember, exampleInput, type ExampleMember } from './support/wire-examples.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

const MARKER = 'zqxjdraft'
const marked = { zh_HK: `${MARKER}港`, en_US: `${MARKER} Harbour` }
const NEW = newId()
const DRAFTED = ['harbour-light', 'ding-ding', 'ferry', NEW]

const DETAIL = '/api_v2/revamp/detail'

let world: WireWorld
let session: OperatorSession
let member: ExampleMember

const aDraft = (change: Partial<TitleContent> = {}) =>
  aTitleContent({ title: marked, tagline: marked, vodTypes: ['FREE TO WATCH'], restriction: 'I', ...change })

beforeAll(async () => {
  world = await createWireWorld()
  member = await anExampleMember(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advance('PT1M')
  world.changeCatalogue()
  session = await anOperatorSession(world)
  for (const programId of DRAFTED) {
    const series = { programType: 'drama', classify: 'drama', episodes: [anEpisode(1, 1), anEpisode(3, 1)] } as const
    const change = programId === 'ferry' ? { ...series, episodes: [...series.episodes] } : {}
    await saveTitleDraft(world, session, { programId, content: aDraft({ kids: programId === 'ding-ding', ...change }) })
  }
})

const open = (request: Partial<PreviewRequest> = {}) => openPreview(world, session, { draftIds: DRAFTED, ...request })

// oxlint-disable-next-line no-explicit-any -- each test reads the fields of its call
type Answer = { status: number; headers: Record<string, unknown>; text: string; json: any }

async function send(url: string, input: object, headers: Record<string, string> = {}): Promise<Answer> {
  const isForm = input instanceof FormData
  const response = await world.app.inject({
    method: 'POST',
    url,
    query: { language: 'en_US' },
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    payload: input,
  })
  const text = response.body
  const json = response.headers['content-type']?.toString().includes('json') ? JSON.parse(text) : undefined
  return { status: response.statusCode, headers: response.headers, text, json }
}

const previewing = (url: string, input: object, grant: string) => send(url, input, { 'x-preview': grant })

describe('a preview shows the drafts of its operator in place of the titles', () => {
  test('of a title that is on the site: in its detail, in editors’ and computed lists, on the billboard', async () => {
    const grant = await open()
    const detail = await previewing(DETAIL, { programId: 'harbour-light' }, grant)
    expect(detail.json.program).toMatchObject({ title: marked.en_US, otherTitle: marked.zh_HK, tagline: marked.en_US })
    expect(detail.json.program).toMatchObject({ access: 'play', preparing: false })
    for (const [url, input] of [
      ['/api_v2/revamp/categoryList', { categoryId: 'staff-picks' }],
      ['/api_v2/revamp/mixProgramList', { row: 'new' }],
      ['/api_v2/revamp/search', { keyword: 'Harbour Light' }],
    ] as const) {
      const { list } = (await previewing(url, input, grant)).json
      const shown = list.find(({ programId }: { programId: string }) => programId === 'harbour-light')
      expect(shown).toMatchObject({ title: marked.en_US })
    }
    const { bannerList } = (
      await previewing('/api_v2/revamp/listHomeBanner', { place: 'billboard', tabId: '1' }, grant)
    ).json.data
    expect(bannerList[0].program).toMatchObject({ title: marked.en_US })
  })

  test('of one that was never published, with its votes and videos still to come', async () => {
    const { json } = await previewing(DETAIL, { programId: NEW }, await open())
    expect(json.program).toMatchObject({ title: marked.en_US, votes: 0, rating: 3.5, preparing: true, access: 'deny' })
    expect((await send(DETAIL, { programId: NEW })).json).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('of a series, with the videos of the episodes that it has', async () => {
    const { json } = await previewing('/api_v2/seasonDetail', { programId: 'ferry' }, await open())
    expect(json.seasons).toMatchObject([{ season: 1 }, { season: 3 }])
    expect(json.dramaList).toMatchObject([{ programGuid: 'ferry.s1e1', preparing: false }])
  })

  test('and no title beside them', async () => {
    const { json } = await previewing(DETAIL, { programId: 'paid' }, await open())
    expect(json.program).toMatchObject({ title: 'Paid' })
    const one = await open({ draftIds: ['ding-ding'] })
    expect((await previewing(DETAIL, { programId: 'harbour-light' }, one)).text).not.toContain(MARKER)
  })

  test('never those of another operator', async () => {
    const other = await anOperatorSession(world)
    await expect(openPreview(world, other, { draftIds: ['harbour-light'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const grant = await openPreview(world, other)
    expect((await previewing(DETAIL, { programId: 'harbour-light' }, grant)).text).not.toContain(MARKER)
  })

  test('as they were when it was opened', async () => {
    const grant = await open()
    await saveTitleDraft(world, session, {
      programId: NEW,
      content: aDraft({ tagline: { zh_HK: '', en_US: 'Later' } }),
    })
    expect((await previewing(DETAIL, { programId: NEW }, grant)).text).not.toContain('Later')
  })
})

describe('a preview is of the viewer that the operator chose', () => {
  const accessOf = async (profile: PreviewProfile, programId: string, more: Partial<PreviewRequest> = {}) =>
    (await previewing(DETAIL, { programId }, await open({ profile, ...more }))).json

  test('what a title costs depends on the profile', async () => {
    const profiles = ['visitor', 'member', 'plan'] as const
    const access = await Promise.all(
      profiles.map(async (profile) => (await accessOf(profile, 'members')).program.access),
    )
    expect(access).toEqual(['login', 'buy', 'play'])
  })

  test('a child sees titles for children only', async () => {
    expect((await accessOf('kids', 'ding-ding')).program).toMatchObject({ title: marked.en_US })
    expect(await accessOf('kids', 'harbour-light')).toMatchObject({ errorCode: 'NOT_FOUND' })
    const grant = await open({ profile: 'kids' })
    const { list } = (await previewing('/api_v2/revamp/categoryList', { categoryId: 'staff-picks' }, grant)).json
    expect(list.map(({ programId }: { programId: string }) => programId)).toEqual(['ding-ding'])
  })

  test('the region and the language are those of the preview, whatever the request says', async () => {
    expect((await accessOf('visitor', 'macau', { region: 'MO' })).program).toMatchObject({
      title: 'Macau',
      access: 'play',
    })
    expect((await accessOf('visitor', 'macau')).program).toMatchObject({ reason: 'REGION_REFUSED' })
    expect((await accessOf('visitor', NEW, { language: 'zh_HK' })).program).toMatchObject({ title: marked.zh_HK })
  })

  test('a member’s session beside the grant counts for nothing', async () => {
    const token = await aToken(world, 'subscriber')
    const headers = { 'x-preview': await open({ profile: 'visitor' }), authorization: `Bearer ${token}` }
    const { program } = (await send(DETAIL, { programId: 'members' }, headers)).json
    expect(program.access).toBe('login')
    expect(program.myFavorite).toBeUndefined()
    expect((await send('/api_v2/wallet', {}, headers)).json).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
  })

  test('windows are compared with the instant of the preview', async () => {
    const tomorrow = world.clock.now().add({ hours: 24 })
    const windows = [
      { region: 'HK' as const, startsAt: tomorrow.toString(), endsAt: tomorrow.add({ hours: 1 }).toString() },
    ]
    await saveTitleDraft(world, session, { programId: 'harbour-light', content: aDraft({ windows }) })
    await sql`update licence set starts_at = ${tomorrow} where program_id = 'paid' and region = 'HK'`.execute(world.db)
    const seen = async (at: Temporal.Instant) => {
      const grant = await open({ at })
      const { list } = (await previewing('/api_v2/revamp/categoryList', { categoryId: 'staff-picks' }, grant)).json
      const programs = await Promise.all(
        ['harbour-light', 'paid'].map(
          async (programId) => (await previewing(DETAIL, { programId }, grant)).json.program.reason,
        ),
      )
      return [...list.map(({ programId }: { programId: string }) => programId), ...programs]
    }
    const before = tomorrow.subtract({ seconds: 1 })
    expect(await seen(before)).toEqual(['ding-ding', 'ferry', 'WINDOW_CLOSED', 'WINDOW_CLOSED'])
    expect(await seen(tomorrow)).toEqual(['harbour-light', 'ding-ding', 'ferry', 'paid', undefined, undefined])
    expect((await seen(tomorrow.add({ hours: 1 }))).slice(-2)).toEqual(['WINDOW_CLOSED', undefined])
    await sql`update licence set starts_at = ${world.clock.now().subtract({ hours: 1 })}
      where program_id = 'paid' and region = 'HK'`.execute(world.db)
  })
})

describe('no answer of a preview comes from a cache or gets into one', () => {
  const REQUESTS = [
    [DETAIL, { programId: 'harbour-light' }],
    ['/api_v2/revamp/categoryList', { categoryId: 'staff-picks' }],
    ['/api_v2/revamp/mixProgramList', { row: 'foryou' }],
    ['/api_v2/revamp/listHomeBanner', { place: 'billboard', tabId: '1' }],
    ['/api_v2/getRecommendation', {}],
  ] as const

  test.each(REQUESTS)('%s', async (url, input) => {
    const token = await aToken(world, 'plain')
    const get = async (headers: Record<string, string>) => world.app.inject({ url, query: input, headers })
    const callers: Record<string, string>[] = [{}, { authorization: `Bearer ${token}` }]
    const plain = await Promise.all(callers.map(async (headers) => (await get(headers)).body))
    for (const body of plain) expect(body).not.toContain(MARKER)
    for (const profile of PREVIEW_PROFILES.filter((each) => each !== 'kids')) {
      const headers = { 'x-preview': await open({ profile }) }
      for (const order of ['cached', 'not cached']) {
        if (order === 'not cached') world.changeCatalogue()
        const answers = await Promise.all([get(headers), ...callers.map(get), get(headers), ...callers.map(get)])
        for (const [at, { body, headers: got }] of answers.entries()) {
          const isPreview = at % 3 === 0
          expect(body.includes(MARKER)).toBe(isPreview)
          if (isPreview) expect(got).toMatchObject({ 'cache-control': 'private, no-store' })
        }
      }
    }
  })
})

describe('a preview changes nothing', () => {
  const REFUSED = errors.NOT_ALLOWED({ of: 'preview' })

  // Some two thousand calls.
  test('whatever is called, in whichever profile', { timeout: 60_000 }, async () => {
    const calls: { url: string; isRead: boolean; input: object; token: string }[] = []
    for (const endpoint of ENDPOINTS) {
      const [url, own] = [endpointUrl(endpoint), endpoint.changes ? await anExampleMember(world) : member]
      const input = await exampleInput(url, world, own)
      calls.push({ url, isRead: isPreviewed(endpoint), input, token: `Bearer fixture-${own.name}` })
    }
    const grants = await Promise.all(PREVIEW_PROFILES.map((profile) => open({ profile })))
    const before = await digestOf(world.pool)
    for (const { url, isRead, input, token } of calls)
      for (const grant of grants)
        for (const headers of [{}, { authorization: token }]) {
          const { status, json, headers: got } = await send(url, input, { ...headers, 'x-preview': grant } as never)
          expect({ url, cache: got['cache-control'] }).toEqual({ url, cache: 'private, no-store' })
          if (isRead) expect({ url, status }).not.toEqual({ url, status: 500 })
          else expect({ url, ...json }).toMatchObject({ url, errorCode: 'NOT_ALLOWED', message: REFUSED })
        }
    expect(await digestOf(world.pool)).toEqual(before)
  })

  test('calls that change, send, receive files or begin a stream are refused by what they declare', () => {
    const changing = ENDPOINTS.filter(
      ({ changes, postOnly, sends, uploads }) => changes || postOnly || sends || uploads,
    )
    expect(changing.filter(isPreviewed)).toEqual([])
    expect(ENDPOINTS.filter((endpoint) => endpointUrl(endpoint) === '/api_v2/order').some(isPreviewed)).toBe(false)
  })

  test('a film of a draft is not played, and neither is any other', async () => {
    for (const programId of [NEW, 'harbour-light'])
      expect((await previewing('/api_v2/order', { programId }, await open())).json).toEqual({
        result: 'FAILED',
        errorCode: 'NOT_ALLOWED',
        message: REFUSED,
      })
  })

  test('it uses up no request of the visitors of its address', async () => {
    const grant = await open()
    const remoteAddress = '203.0.113.9'
    const visit = (headers: Record<string, string>) =>
      world.app.inject({ url: DETAIL, query: { programId: 'paid' }, headers, remoteAddress })
    const previews = await Promise.all(Array.from({ length: 700 }, () => visit({ 'x-preview': grant })))
    expect(previews.some(({ statusCode }) => statusCode === 429)).toBe(true)
    expect((await visit({})).statusCode).toBe(200)
  })
})

describe('a preview ends', () => {
  const ENDED = { result: 'FAILED', errorCode: '403', message: errors.GRANT_REFUSED({ of: 'preview' }) }

  const expectEnded = async (grant: string) => {
    for (const url of [DETAIL, '/preview']) {
      const { status, json } = await previewing(url, { programId: 'harbour-light' }, grant)
      expect({ status, ...json }).toEqual({ status: 403, ...ENDED })
    }
  }
  const works = async (grant: string) =>
    expect((await previewing(DETAIL, { programId: 'harbour-light' }, grant)).text).toContain(MARKER)

  test('after half an hour', async () => {
    const grant = await open()
    world.clock.advance('PT29M59S')
    await sql`update operator_session set used_at = ${world.clock.now()}`.execute(world.db)
    await works(grant)
    world.clock.advance('PT1S')
    await expectEnded(grant)
  })

  const now = () => world.clock.now()
  test.each([
    ['signs out', () => sql`update operator_session set ended_at = ${now()} where token_hash = ${session.tokenHash}`],
    ['is disabled', () => sql`update operator set disabled_at = ${now()} where operator_id = ${session.operatorId}`],
    ['loses the role', () => sql`update operator set roles = '{care}' where operator_id = ${session.operatorId}`],
    [
      'has been idle',
      () => sql`update operator_session set used_at = ${now().subtract({ minutes: 30 })}
      where token_hash = ${session.tokenHash}`,
    ],
    ['has no session any more', () => sql`delete from operator_session where token_hash = ${session.tokenHash}`],
  ])('when the operator %s', async (_, end) => {
    const grant = await open()
    await works(grant)
    await end().execute(world.db)
    await expectEnded(grant)
  })

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5_000)])('and was never open with a forged grant', (forged) =>
    expectEnded(forged),
  )

  test('its grant is stored nowhere, and its row goes', async () => {
    const grant = await open()
    const { rows } = await world.pool.query('select p::text as text from preview_draft p')
    expect(rows.map(({ text }) => text).join()).not.toContain(grant)
    world.clock.advance('PT30M')
    for (const { run } of world.previews.domainModule.scheduledTasks!) await run(undefined as never)
    const row = world.db.selectFrom('preview_draft').select('at').where('grant_hash', '=', tokenHash(grant))
    expect(await row.executeTakeFirst()).toBeUndefined()
  })
})

test('what a grant shows is said to its holder, without any content but names', async () => {
  const at = world.clock.now().add({ hours: 5 })
  const { json, headers } = await previewing('/preview', {}, await open({ at, profile: 'plan', draftIds: [NEW] }))
  expect(json).toEqual({
    result: 'SUCCESS',
    at: at.toString({ smallestUnit: 'second' }),
    region: 'HK',
    profile: 'plan',
    language: 'en_US',
    expiresAt: expect.any(String),
    secondsLeft: 1_800,
    titles: [{ programId: NEW, title: marked }],
    pages: [],
  })
  expect(headers['cache-control']).toBe('private, no-store')
})
