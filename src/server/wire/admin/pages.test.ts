import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageContent } from '#contract/admin/pages.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aPageBanner, aPageCategory } from '../../../../test/support/page-content.ts'

let world: OperatorsWorld
let ann: Browser
let ben: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  ann = await world.signIn(await world.anOperator('catalogue'))
  ben = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object, browser = ann) => world.call(`/pages/${path}`, input, browser)
const publish = (scope: string, draft: PageContent, version: number, browser = ann) =>
  call('publish', keyed({ scope, draft, version }), browser)

test('a draft is seen by its operator alone, named to the others, and gone once it is published', async () => {
  const { content, version } = await call('find', { scope: '2' })
  const draft = { ...content, categories: [...content.categories, aPageCategory('sea')] }
  expect(await call('saveDraft', { scope: '2', draft, baseVersion: version })).toMatchObject({ result: 'SUCCESS' })
  expect(await call('find', { scope: '2' })).toMatchObject({
    draft: { content: draft, baseVersion: version },
    others: [],
  })
  const seen = await call('find', { scope: '2' }, ben)
  expect(seen).toMatchObject({ draft: null, content, others: [{ operator: expect.stringMatching(/^op-/) }] })
  expect(JSON.stringify(seen)).not.toContain('sea')
  expect((await call('list', {}, ben)).drafts).toEqual([{ scope: '2', isOwn: false }])
  expect((await call('list', {})).drafts).toEqual([{ scope: '2', isOwn: true }])

  expect(await publish('2', draft, version)).toMatchObject({ version: version + 1 })
  expect((await call('list', {})).drafts).toEqual([])
  const published = { ...draft, categories: [...content.categories, aPageCategory('sea', { version: 1 })] }
  expect(await call('find', { scope: '2' }, ben)).toMatchObject({ content: published, version: version + 1 })
})

test('an older version is answered by what is there now; the audit log says what was changed, by id', async () => {
  const { content, version } = await call('find', { scope: '5' })
  const mine = { ...content, categories: [aPageCategory('isle'), ...content.categories] }
  await publish('5', mine, version)
  const refused = await publish('5', { ...content, categories: [] }, version, ben)
  expect(refused).toMatchObject({
    errorCode: 'VERSION_CONFLICT',
    current: { version: version + 1, content: { categories: [{ categoryId: 'isle', version: 1 }, {}] } },
    by: expect.stringMatching(/^operator:op-/),
  })
  const entry = await world.db
    .selectFrom('audit_entry')
    .select(['subject', 'before', 'after', 'details'])
    .where('action', '=', 'publish page')
    .orderBy('audit_entry_id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    subject: 'page:5',
    before: { version },
    after: { version: version + 1 },
    details: { changed: ['added categories/isle'] },
  })
})

test('what may not be published is refused with how much is wrong; without a version nothing is', async () => {
  const { content, version } = await call('find', { scope: '3' })
  const wrong = { ...content, banners: [aPageBanner('slide', { programId: 'nowhere' })] }
  expect(await publish('3', wrong, version)).toMatchObject({
    errorCode: 'INVALID_INPUT',
    message: problems.pageIncomplete({ count: 1 }),
  })
  expect(await call('publish', keyed({ scope: '3', draft: content }))).toMatchObject({ errorCode: 'VERSION_CONFLICT' })
  for (const scope of ['nowhere', 'site.js'])
    expect(await call('find', { scope })).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await publish('nowhere', content, 1)).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('an old version becomes a draft, and publishes nothing', async () => {
  const { content, version } = await call('find', { scope: '4' })
  await publish('4', { ...content, categories: [] }, version)
  expect(await call('restore', { scope: '4', version })).toMatchObject({ result: 'SUCCESS' })
  expect(await call('find', { scope: '4' })).toMatchObject({
    content: { categories: [] },
    draft: { content, baseVersion: version + 1 },
  })
  expect(await call('restore', { scope: '4', version: 99 })).toMatchObject({ errorCode: 'NOT_FOUND' })
  const { list } = await call('history', { scope: '4' })
  expect(list[0]).toMatchObject({ version: version + 1, changes: [{ change: 'removed', part: 'categories' }] })
})

test('lists are found by name, with the tabs that have them', async () => {
  const { list } = await call('categories', { text: 'NEW MOV' })
  expect(list).toMatchObject([{ category: { categoryId: 'movie-new', version: 1 }, tabs: ['2'] }])
})

test('the site’s page keeps and publishes many lists that stand in no tab', async () => {
  const { content, version } = await call('find', { scope: 'site' })
  const many = Array.from({ length: 300 }, (_, at) =>
    aPageCategory(`many-${at}`, { title: { zh_HK: `列${at}`, en_US: `Row ${at}` } }),
  )
  const draft = { ...content, categories: [...content.categories, ...many] }
  expect(await call('saveDraft', { scope: 'site', draft, baseVersion: version })).toMatchObject({ result: 'SUCCESS' })
  expect(await publish('site', draft, version)).toMatchObject({ version: version + 1 })
  const { content: stored } = await call('find', { scope: 'site' })
  expect(stored.categories).toHaveLength(draft.categories.length)
  expect(await publish('site', { ...stored, categories: content.categories }, version + 1)).toMatchObject({
    version: version + 2,
  })
})
