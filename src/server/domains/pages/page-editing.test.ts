import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PageContent, SITE_PAGE } from '#contract/admin/pages.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { until } from '../../../../test/support/processes.ts'
import { aPageBanner, aPageCategory } from '../../../../test/support/page-content.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { createPageEditing, type PageEditing } from './index.ts'

type World = Awaited<ReturnType<typeof createTestCatalogue>>

let world: World
let editing: PageEditing
beforeAll(async () => {
  world = await createTestCatalogue()
  for (const id of ['a', 'b', 'c']) {
    await world.catalogue.createTitle(aTitle(id, { images: { art: 'h/art.webp', hero: 'h/hero.webp' } }))
    await world.catalogue.publish(id)
  }
  for (const name of ['ann', 'ben'])
    await world.pool.query(
      `insert into operator (operator_id, email, name, roles, created_at) values ($1, $1 || '@harbour.test', $1, '{catalogue}', now())`,
      [name],
    )
  editing = editingOn(world.db)
})
afterAll(() => world.close())

const editingOn = (db: World['db']) =>
  createPageEditing({
    db,
    clock: world.clock,
    knownGoods: async () => new Set(['disc']),
    operators: { hasRole: async () => true, tell: async () => undefined },
  })

const list = (categoryId: string, programIds: string[]) => ({
  categoryId,
  source: 'list' as const,
  programClassify: 'mixed' as const,
  title: { zh: '列', en: 'Row' },
  programIds,
})

/** The tab of dramas has one list and one slide; that of varieties has none. */
beforeEach(async () => {
  await world.pool.query(`delete from page_draft; delete from banner; delete from category where source = 'list';
    update page set version = version + 1`)
  await world.pages.arrange(world.db, {
    categories: [list('rain', ['a', 'b'])],
    tabs: { '3': ['rain'], '5': [] },
    banners: [{ bannerId: 'slide-a', place: 'billboard', tabId: '3', bannerType: 'drama', programId: 'a' }],
  })
})

const [ann, ben] = [
  { operatorId: 'ann', actor: 'operator:ann' },
  { operatorId: 'ben', actor: 'operator:ben' },
]

const publish = (scope: string, content: PageContent, version: number, editor = ann) =>
  inTransaction(world.db, (tx) => editing.publication.publish(tx, editor, { scope, content, version }))
const saveDraft = (scope: string, content: PageContent, baseVersion: number, editor = ann) =>
  inTransaction(world.db, (tx) => editing.saveDraft(tx, editor, { scope, content, baseVersion }))

/** What a visitor sees of the tab of dramas. */
async function shown() {
  const tab = (await world.pages.tabs(visitor(), { recommended: true })).find(({ tabId }) => tabId === '3')
  const rows = tab?.data.categoryList.map(({ categoryId }) => categoryId)
  return { rows, slides: (await world.pages.billboard(visitor(), '3')).map(({ bannerId }) => bannerId) }
}

const codesOf = async (scope: string, content: PageContent) =>
  (await editing.publication.check(scope, content)).map(({ field, code }) => `${field} ${code}`)

test('a draft is its operator’s alone and no viewer sees anything of it; the publication shows all of it at once', async () => {
  const { version, content } = await editing.find('3', ann)
  const fresh = aPageCategory('sea', { programIds: ['c'] })
  const draft = { ...content, categories: [fresh, ...content.categories], banners: [] }
  await saveDraft('3', draft, version)
  expect(await shown()).toEqual({ rows: ['rain'], slides: ['slide-a'] })
  expect(await editing.find('3', ann)).toMatchObject({ draft: { content: draft, baseVersion: version }, others: [] })
  const seen = await editing.find('3', ben)
  expect(seen).toMatchObject({ draft: undefined, content, others: [{ operator: 'ann' }] })
  expect(JSON.stringify(seen)).not.toContain('sea')

  const { changes } = await publish('3', draft, version)
  expect(changes.map(({ id, change }) => `${id} ${change}`)).toEqual(['sea added', 'slide-a removed'])
  expect(await shown()).toEqual({ rows: ['sea', 'rain'], slides: [] })
  expect(await editing.find('3', ann)).toMatchObject({ version: version + 1, draft: undefined })
})

test('a publication that is refused writes nothing of itself, and what was typed since stays a draft', async () => {
  const { version, content } = await editing.find('3', ann)
  await saveDraft('3', content, version, ben)
  const wrong = { ...content, categories: [aPageCategory('new', { programIds: ['nowhere'] }), ...content.categories] }
  await expect(publish('3', wrong, version)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await editing.find('3', ann)).toMatchObject({ version, content })
  expect(await shown()).toEqual({ rows: ['rain'], slides: ['slide-a'] })
  await publish('3', { ...content, banners: [] }, version)
  expect(await editing.find('3', ben)).toMatchObject({ draft: { content } })
})

test('of two who publish one version at once one is refused, with what is there now and who did it', async () => {
  const { version, content } = await editing.find('3', ann)
  const results = await Promise.allSettled(
    [ann, ben].map((editor) =>
      publish(
        '3',
        { ...content, banners: [aPageBanner(`by-${editor.operatorId}`, { programId: 'b' })] },
        version,
        editor,
      ),
    ),
  )
  const failed = results.filter((result) => result.status === 'rejected')
  expect(failed).toHaveLength(1)
  const [winner] = (await shown()).slides
  expect(failed[0]!.reason).toMatchObject({
    code: 'VERSION_CONFLICT',
    details: { current: { version: version + 1 }, by: `operator:${winner!.slice('by-'.length)}` },
  })
  // What they merge with has its base.
  expect(await editing.version('3', version)).toMatchObject({ content })
})

test('a list on two tabs is one: a change on one tab is a new version of the other, whose older draft is refused', async () => {
  const [drama, variety] = [await editing.find('3', ann), await editing.find('5', ben)]
  const shared = drama.content.categories[0]!
  await publish('5', { ...variety.content, categories: [shared] }, variety.version)
  const before = await editing.find('3', ben)
  expect(before.version).toBe(drama.version)
  const renamed = { ...shared, title: { zh_HK: '新名', en_US: 'A new name' } }
  const variety2 = await editing.find('5', ann)
  await publish('5', { ...variety2.content, categories: [renamed] }, variety2.version)
  const stale = publish('3', { ...before.content, banners: [] }, before.version, ben)
  await expect(stale).rejects.toMatchObject({ code: 'VERSION_CONFLICT', details: { by: 'operator:ann' } })
  expect((await editing.find('3', ben)).content.categories[0]!.title.en_US).toBe('A new name')
})

/** Resolves once a statement of this database waits for a lock. */
const isWaiting = () =>
  until(
    async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          world.db,
        )
      return rows.length > 0
    },
    { what: 'a write that waits', seconds: 5, everyMs: 20 },
  ).catch(() => undefined)

/** Lets another write the page right after the first read of its rows; waits for it for a while, as it may have to wait for this. */
function writtenMeanwhile(write: () => Promise<unknown>) {
  let written: Promise<unknown> | undefined
  const queries = new Set<object>()
  const db = world.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('"tab_row"')) queries.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (queries.has(queryId)) await Promise.race([(written ??= write()), isWaiting()])
      return result
    },
  })
  return { db, written: () => written }
}

test.each(['find', 'saveDraft', 'restore'] as const)(
  '%s sees no page half before and half after a change',
  async (call) => {
    const { version, content } = await editing.find('3', ann)
    if (call === 'restore') await saveDraft('3', content, version)
    const { db, written } = writtenMeanwhile(() =>
      world.pages.arrange(world.db, { categories: [list('sea', ['c'])], tabs: { '3': ['sea', 'rain'] }, banners: [] }),
    )
    const calls = editingOn(db)
    if (call === 'find') expect(await calls.find('3', ann)).toMatchObject({ version, content })
    else if (call === 'saveDraft')
      await inTransaction(db, (tx) => calls.saveDraft(tx, ann, { scope: '3', content, baseVersion: version }))
    else await inTransaction(db, (tx) => calls.restore(tx, ann, { scope: '3', version }))
    await written()
    const now = await editing.find('3', ann)
    expect(now).toMatchObject({ version: version + 1, content: { categories: [{ categoryId: 'sea' }, {}] } })
    expect(await editing.version('3', version + 1)).toMatchObject({ content: now.content })
    if (call !== 'find') expect(await editing.version('3', version)).toMatchObject({ content })
  },
)

test('a list that was put on a draft and has changed since is refused by name, not overwritten', async () => {
  const [drama, variety] = [await editing.find('3', ann), await editing.find('5', ann)]
  const old = drama.content.categories[0]!
  await publish('3', { ...drama.content, categories: [{ ...old, programIds: ['c'] }] }, drama.version)
  const draft = { ...variety.content, categories: [old] }
  expect(await codesOf('5', draft)).toEqual(['categories/rain LIST_CHANGED'])
  await expect(publish('5', draft, variety.version)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await codesOf('5', { ...draft, categories: [{ ...old, version: 0 }] })).toEqual(['categories/rain LIST_TAKEN'])
})

test('a list that leaves its tab stays in no tab, until the site’s page deletes it', async () => {
  const { version, content } = await editing.find('3', ann)
  await publish('3', { ...content, categories: [] }, version)
  const site = await editing.find(SITE_PAGE, ann)
  expect(site.content.categories.map(({ categoryId }) => categoryId)).toContain('rain')
  const without = {
    ...site.content,
    categories: site.content.categories.filter(({ categoryId }) => categoryId !== 'rain'),
  }
  const linked = { ...without, banners: [aPageBanner('ad', { place: 'ad', bannerType: 'category', url: 'rain' })] }
  expect(await codesOf(SITE_PAGE, linked)).toEqual(
    expect.arrayContaining(['categories/rain LIST_LINKED', 'banners/ad/url BANNER_LIST_UNKNOWN']),
  )
  await publish(SITE_PAGE, without, site.version)
  await expect(world.pages.category(visitor(), 'rain', { page: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  // Restored, it is made again as it was.
  await inTransaction(world.db, (tx) => editing.restore(tx, ann, { scope: '3', version }))
  const { draft, version: now } = await editing.find('3', ann)
  await publish('3', draft!.content, now)
  expect(await shown()).toEqual({ rows: ['rain'], slides: ['slide-a'] })
})

test('the history says what each version added, changed, moved and removed', async () => {
  const { version, content } = await editing.find('3', ann)
  const two = { ...content, categories: [...content.categories, aPageCategory('last', { programIds: ['b'] })] }
  await publish('3', two, version)
  const next = await editing.find('3', ann)
  const [first, last] = next.content.categories
  const moved = [{ ...last!, showTopN: true }, first!]
  await publish('3', { ...next.content, categories: moved }, next.version, ben)
  const { list } = await editing.history('3')
  expect(
    list.slice(0, 2).map(({ actor, changes }) => [actor, changes.map((one) => `${one.id} ${one.change}`)]),
  ).toEqual([
    ['operator:ben', ['last changed', 'rain moved']],
    ['operator:ann', ['last added']],
  ])
  expect(list[0]!.changes[0]).toMatchObject({ part: 'categories', fields: ['showTopN'] })
})

test('tabs are renamed, moved, hidden and added by the site’s page; a hidden one is nowhere for viewers', async () => {
  const { version, content } = await editing.find(SITE_PAGE, ann)
  const added = {
    tabId: 'festival',
    name: { zh_HK: '電影節', en_US: 'Festival' },
    type: 'rolling' as const,
    isShown: false,
  }
  const [home, ...others] = content.tabs
  await publish(SITE_PAGE, { ...content, tabs: [home!, ...others.toReversed(), added] }, version)
  const ids = async () => (await world.pages.tabs(visitor(), { recommended: true })).map(({ tabId }) => tabId)
  expect(await ids()).toEqual(['1', '12', '11', '9', '6', '5', '4', '3', '2'])
  const tab = await editing.find('festival', ann)
  await publish('festival', { ...tab.content, categories: [aPageCategory('fest', { programIds: ['a'] })] }, tab.version)
  const site = await editing.find(SITE_PAGE, ann)
  const open = { ...site.content, tabs: [...content.tabs, { ...added, isShown: true }] }
  await publish(SITE_PAGE, open, site.version)
  expect((await ids()).at(-1)).toBe('festival')

  const now = await editing.find(SITE_PAGE, ann)
  expect(await codesOf(SITE_PAGE, { ...now.content, tabs: content.tabs })).toEqual(['tabs/festival TAB_NOT_EMPTY'])
  const full = await editing.find('festival', ann)
  await publish('festival', { ...full.content, categories: [] }, full.version)
  const empty = await editing.find(SITE_PAGE, ann)
  await publish(SITE_PAGE, { ...empty.content, tabs: content.tabs }, empty.version)
  await expect(editing.find('festival', ann)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Its versions go on where they ended.
  const gone = await editing.find(SITE_PAGE, ann)
  await publish(SITE_PAGE, { ...gone.content, tabs: [...content.tabs, added] }, gone.version)
  expect((await editing.find('festival', ann)).version).toBeGreaterThan(full.version)
  const last = await editing.find(SITE_PAGE, ann)
  await publish(SITE_PAGE, { ...last.content, tabs: content.tabs }, last.version)
})

test('an import raises the versions of the pages that it changes, and of no other; the same again raises none', async () => {
  const versions = async () =>
    Promise.all(['3', '5', SITE_PAGE].map(async (scope) => (await editing.find(scope, ann)).version))
  const before = await versions()
  const draft = list('rain', ['b', 'a'])
  await world.pages.arrange(world.db, { categories: [draft], tabs: {}, banners: [] })
  expect(await versions()).toEqual([before[0]! + 1, before[1], before[2]])
  await world.pages.arrange(world.db, { categories: [draft], tabs: {}, banners: [] })
  expect(await versions()).toEqual([before[0]! + 1, before[1], before[2]])
  const { content } = await editing.find('3', ann)
  await expect(publish('3', content, before[0]!)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
})

test('the site’s page says which computed list, tab and place is wrong', async () => {
  const { content } = await editing.find(SITE_PAGE, ann)
  const [home] = content.tabs
  const wrong = {
    tabs: content.tabs.slice(2).concat({ ...home!, isShown: false }),
    categories: [aPageCategory('again', { source: 'top', programClassify: 'mixed' })],
    banners: [aPageBanner('lost', { place: 'billboard', programId: 'a' })],
  }
  expect(await codesOf(SITE_PAGE, wrong)).toEqual(
    expect.arrayContaining([
      'tabs/1/isShown TAB_NOT_HIDDEN',
      'tabs/2 TAB_NEEDED',
      'categories/again/source SOURCE_TAKEN',
      'categories/because LIST_COMPUTED',
      'banners/lost/place BANNER_MISPLACED',
    ]),
  )
})

test.each([
  [{ programId: null }, ['programId BANNER_TITLE_NEEDED', 'image IMAGE_NEEDED']],
  [{ programId: 'nowhere' }, ['programId TITLE_UNKNOWN']],
  [{ bannerType: 'url' as const, url: 'javascript:alert(1)' }, ['url BANNER_ADDRESS']],
  [{ bannerType: 'url' as const, url: '/category/movie' }, []],
  [{ bannerType: 'category' as const, url: 'nowhere' }, ['url BANNER_LIST_UNKNOWN']],
  [{ bannerType: 'product' as const, url: 'gone' }, ['url BANNER_GOODS_UNKNOWN']],
  [{ bannerType: 'product' as const, url: 'disc' }, []],
  [{ image: `${'0'.repeat(24)}/x.webp` }, ['image IMAGE_UNKNOWN']],
  [{ startsAt: '2099-01-02T00:00:00.000Z', endsAt: '2099-01-01T00:00:00.000Z' }, ['endsAt BANNER_BACKWARDS']],
])('a slide with %o has the issues %j', async (change, issues) => {
  const { content } = await editing.find('3', ann)
  const banners = [aPageBanner('slide', { programId: 'a', ...change })]
  expect(await codesOf('3', { ...content, banners })).toEqual(issues.map((issue) => `banners/slide/${issue}`))
})
