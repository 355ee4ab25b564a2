import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TitleContent } from '#contract/admin/titles.ts'
import { SITE_PAGE } from '#contract/admin/pages.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { newId } from '#server/kit/ids.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { CATALOGUE_REQUESTS } from './support/catalogue-questions.ts'
import { aPageBanner, aPageCategory } from './support/page-content.ts'
import { anEpisode, aTitleContent } from './support/title-content.ts'
import { anOperatorSession, openPreview, type OperatorSession } from './support/previews.ts'
import { anExampleMember, exampleInput, type ExampleMember } from './support/wire-examples.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

/** In every text of every draft, and in no answer to the public. */
const MARKER = 'zqxjdraft'
/** What finds it, without being it. */
const HALF = MARKER.slice(0, 6)
const marked = { zh_HK: `${MARKER}港`, en_US: `${MARKER} Harbour` }

const EDITED = ['harbour-light', 'ding-ding', 'night-shift', 'soon', 'paid', 'macau', 'gone', 'draft', 'ferry']
const NEW = newId()

const aDraft = (programId: string): TitleContent => {
  const isSeries = programId === 'ferry'
  return aTitleContent({
    programType: isSeries ? 'drama' : 'movie',
    classify: isSeries ? 'drama' : 'movie',
    title: marked,
    aliases: { zh_HK: [marked.zh_HK], en_US: [marked.en_US] },
    tagline: marked,
    description: marked,
    warning: marked,
    tags: [{ tagId: newId(), name: marked }],
    actors: [{ personId: newId(), name: marked }],
    kids: programId === 'ding-ding',
    vodTypes: ['FREE TO WATCH'],
    restriction: 'I',
    episodes: isSeries ? [{ ...anEpisode(1, 1), title: marked, description: marked }] : [],
  })
}

let world: WireWorld
let member: ExampleMember

beforeAll(async () => {
  world = await createWireWorld()
  const { db, clock, titles } = world
  const session = await anOperatorSession(world)
  const editor = { ...session, actor: 'operator:ida' }
  const planned = (await titles.find('members', editor)).summary!
  await inTransaction(db, async (tx) => {
    for (const programId of [...EDITED, NEW])
      await titles.saveDraft(tx, editor, { programId, content: aDraft(programId), baseVersion: 1 })
    const at = clock.now().add({ hours: 24 })
    const content = { ...aDraft('members'), actors: [], tags: [] }
    await titles.plans.plan(tx, editor, { id: 'members', content, version: planned.version, at })
  })
  const pages = await savePageDrafts(world, session)
  for (const ending of ['expired', 'ended'] as const)
    grants[ending] = await openPreview(world, session, { draftIds: [...EDITED, NEW], pages })
  await db
    .updateTable('preview_draft')
    .set({ expires_at: clock.now() })
    .where('grant_hash', '=', tokenHash(grants.expired!))
    .execute()
  await db
    .updateTable('operator_session')
    .set({ ended_at: clock.now() })
    .where('token_hash', '=', session.tokenHash)
    .execute()
  await world.search.index.refreshOutdated()
  member = await anExampleMember(world)
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance('PT1M')
  world.changeCatalogue()
})

/** Of every tab and of the site's page: names of tabs, a new list, and a new banner. */
async function savePageDrafts(
  { db, clock, pageEditing: pages }: WireWorld,
  session: OperatorSession,
): Promise<string[]> {
  const { tabs } = await pages.list(session)
  const scopes = [SITE_PAGE, ...tabs.map(({ tabId }) => tabId)]
  for (const scope of scopes) {
    const { content, version } = await pages.find(scope, session)
    const draft = {
      tabs: content.tabs.map((tab) => ({ ...tab, name: marked })),
      categories: [
        aPageCategory(`${MARKER}-${scope}`, { title: marked, subtitle: marked, programIds: ['harbour-light'] }),
        ...content.categories.map((category) => ({ ...category, title: marked })),
      ],
      banners: [aPageBanner(`${MARKER}-${scope}`, { programId: 'harbour-light', title: marked }), ...content.banners],
    }
    await inTransaction(db, (tx) => pages.saveDraft(tx, session, { scope, content: draft, baseVersion: version }))
  }
  await planPage({ db, clock, pageEditing: pages } as WireWorld, session)
  return scopes
}

/** Of a new slide, tomorrow. */
async function planPage({ db, clock, pageEditing: pages }: WireWorld, session: OperatorSession): Promise<void> {
  const { version } = await pages.find('5', session)
  const slide = aPageBanner(`${MARKER}-planned`, { programId: 'harbour-light', title: marked })
  const planned = { id: '5', content: { tabs: [], categories: [], banners: [slide] }, version }
  const at = clock.now().add({ hours: 24 })
  await inTransaction(db, (tx) => pages.plans.plan(tx, { ...session, actor: 'operator:ida' }, { ...planned, at }))
}

const CALLERS = {
  visitor: () => ({}),
  'kids visitor': () => ({}),
  member: (name: string) => ({ authorization: `Bearer fixture-${name}` }),
  'kids profile': (name: string) => ({ authorization: `Bearer fixture-${name}-child` }),
} as const satisfies Record<string, (name: string) => Record<string, string>>
type Caller = keyof typeof CALLERS
const NAMES = Object.keys(CALLERS) as Caller[]

/** Of a preview that shows all the drafts, when it was open. */
const grants: Record<'none' | 'forged' | 'expired' | 'ended', string | undefined> = {
  none: undefined,
  forged: 'A'.repeat(43),
  expired: undefined,
  ended: undefined,
}
const GRANTS = Object.keys(grants) as (keyof typeof grants)[]

/** All of an answer: status, headers, body. */
async function answerTo(
  url: string,
  input: object,
  { caller, name }: { caller: Caller; name: string },
  grant: keyof typeof grants = 'none',
) {
  const { headers, statusCode, body } = await world.app.inject({
    method: 'POST',
    url,
    query: { language: 'en_US', ...(caller === 'kids visitor' && { pattern: 'children' }) },
    headers: {
      ...(!(input instanceof FormData) && { 'content-type': 'application/json' }),
      ...CALLERS[caller](name),
      ...(grant !== 'none' && { 'x-preview': grants[grant] }),
    },
    payload: input,
  })
  return `${statusCode} ${JSON.stringify(headers)} ${body}`.toLowerCase()
}

describe('no public answer holds anything of a draft', () => {
  test.each(ENDPOINTS.map((endpoint) => ({ url: endpointUrl(endpoint), endpoint })))(
    '$url',
    async ({ url, endpoint }) => {
      for (const caller of NAMES)
        for (const grant of GRANTS) {
          const own = endpoint.changes ? await anExampleMember(world) : member
          const answer = await answerTo(url, await exampleInput(url, world, own), { caller, name: own.name }, grant)
          expect(answer).not.toContain(MARKER)
        }
    },
  )

  const CASES = Object.entries(CATALOGUE_REQUESTS).flatMap(([url, inputs]) => inputs.map((input) => ({ url, input })))
  test.each(CASES)('$url $input', async ({ url, input }) => {
    for (const caller of NAMES)
      for (const grant of GRANTS)
        expect(await answerTo(url, input, { caller, name: member.name }, grant)).not.toContain(MARKER)
  })

  const OF_TITLE = [
    '/api_v2/revamp/detail',
    '/api_v2/detail',
    '/api_v2/seasonDetail',
    '/api_v2/similarRcmd',
    '/api_v2/order',
  ]
  test.each([...EDITED, NEW])('detail, seasons, similar titles and playback of %s', async (programId) => {
    for (const url of OF_TITLE)
      for (const caller of NAMES)
        for (const grant of GRANTS)
          expect(await answerTo(url, { programId }, { caller, name: member.name }, grant)).not.toContain(MARKER)
  })

  test.each(['/api_v2/revamp/search', '/api_v2/searchSuggest'])('%s for a part of it', async (url) => {
    for (const caller of NAMES)
      for (const grant of GRANTS) {
        const answer = await answerTo(url, { keyword: HALF, title: HALF }, { caller, name: member.name }, grant)
        if (grant === 'none') expect(answer).toContain('success')
        expect(answer).not.toContain(MARKER)
      }
  })

  test('pages for search engines', async () => {
    expect((await world.app.inject({ url: '/sitemap/1.xml' })).body).toContain('/s/harbour-light')
    const urls = [
      '/',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/1.xml',
      ...[...EDITED, NEW].flatMap((programId) => [`/s/${programId}`, `/s/${programId}?lang=en_US`]),
    ]
    for (const url of urls) {
      const { body } = await world.app.inject({ url })
      expect(body.toLowerCase()).not.toContain(MARKER)
      expect(body).not.toContain(NEW)
    }
  })
})

test('the answers would hold it if it were published', async () => {
  await sql`update title set tagline_zh = ${MARKER}, tagline_en = ${MARKER} where program_id = 'harbour-light'`.execute(
    world.db,
  )
  world.changeCatalogue()
  const answer = await answerTo(OF_HARBOUR.url, OF_HARBOUR.input, { caller: 'visitor', name: member.name })
  expect(answer).toContain(MARKER)
})

const OF_HARBOUR = { url: '/api_v2/revamp/detail', input: { programId: 'harbour-light' } }
