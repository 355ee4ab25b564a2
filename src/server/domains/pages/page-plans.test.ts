import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PageContent, SITE_PAGE } from '#contract/admin/pages.ts'
import { inTransaction } from '#server/kit/db.ts'
import { aPageBanner, aPageCategory } from '../../../../test/support/page-content.ts'
import { ANN, BEN, createPageWorld, type PageWorld } from '../../../../test/support/page-editing.ts'
import { visitor } from '../../../../test/support/viewers.ts'

let world: PageWorld
let live: PageContent
let version: number
beforeAll(async () => {
  world = await createPageWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  world.told.length = 0
  world.stopped.clear()
  const found = await world.editing.find('3', ANN)
  live = found.content
  version = found.version
})

const fresh = (): PageContent => ({ ...live, categories: [aPageCategory('sea', { programIds: ['c'] })], banners: [] })
const inAnHour = () => world.clock.now().add({ hours: 1 })

type Plan = { id?: string; content?: PageContent; version?: number; at?: Temporal.Instant }
const plan = (change: Plan = {}, editor: { operatorId: string; actor: string } = ANN): Promise<{ plannedId: string }> =>
  inTransaction(world.db, (tx) =>
    world.editing.plans.plan(tx, editor, { id: '3', content: fresh(), version, at: inAnHour(), ...change }),
  )
const unplan = (plannedId: string, operatorId = 'ann') =>
  inTransaction(world.db, (tx) => world.editing.plans.unplan(tx, { operatorId }, { id: '3', plannedId }))
const publish = (content: PageContent, seen = version): Promise<unknown> =>
  inTransaction(world.db, (tx) => world.editing.publication.publish(tx, BEN, { scope: '3', content, version: seen }))

async function rows(): Promise<readonly string[] | undefined> {
  const tabs = await world.pages.tabs(visitor(), { recommended: true })
  return tabs.find(({ tabId }) => tabId === '3')?.data.categoryList.map(({ categoryId }) => categoryId)
}
const entries = async () =>
  world.db
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'before', 'after', 'details'])
    .where('subject', '=', 'page:3')
    .orderBy('audit_entry_id')
    .execute()

test('a page is published at its time, whole, as its author, once by several workers', async () => {
  const { plannedId } = await plan()
  expect(await world.editing.find('3', BEN)).toMatchObject({ plan: { plannedId, actor: 'operator:ann' } })
  await world.runPlans()
  expect(await rows()).toEqual(['rain'])
  world.clock.advance('PT1H')
  const before = (await entries()).length
  await Promise.all([world.runPlans(), world.runPlans(), world.runPlans()])
  expect(await rows()).toEqual(['sea'])
  expect(await world.editing.find('3', ANN)).toMatchObject({ version: version + 1, plan: undefined })
  expect((await entries()).slice(before)).toEqual([
    {
      action: 'publish page',
      actor: 'operator:ann',
      before: { version },
      after: { version: version + 1 },
      details: { plannedId, changed: ['added categories/sea', 'removed categories/rain', 'removed banners/slide-a'] },
    },
  ])
  expect(world.told).toEqual([])
})

test('nothing is planned for the past, on another version, for what may not be published, or twice', async () => {
  await expect(plan({ at: world.clock.now() })).rejects.toMatchObject({ details: { problem: { is: 'planPast' } } })
  await expect(plan({ version: version + 1 })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  await expect(plan({ id: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const wrong = { ...fresh(), banners: [aPageBanner('slide', { programId: 'nowhere' })] }
  await expect(plan({ content: wrong })).rejects.toMatchObject({ details: { problem: { is: 'pageIncomplete' } } })
  const results = await Promise.allSettled([plan(), plan({}, BEN), plan()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(plan()).rejects.toMatchObject({ details: { problem: { is: 'pagePlanned' } } })
  // Another page has its own.
  const site = await world.editing.find(SITE_PAGE, ANN)
  await plan({ id: SITE_PAGE, content: site.content, version: site.version })
})

test.each([
  ['was changed since', 'changed', (): Promise<unknown> => publish({ ...live, banners: [] })],
  [
    'names an image that is gone',
    'incomplete',
    (): Promise<unknown> =>
      world.pool.query(
        `update planned_change set content = jsonb_set(content, '{banners}', '[${JSON.stringify({
          ...aPageBanner('gone', { programId: 'a' }),
          image: `${'0'.repeat(24)}/gone.webp`,
        })}]')`,
      ),
  ],
] as const)('a page that %s is not published: its author is told, and it is shown', async (_, cause, change) => {
  await plan()
  await change()
  const before = await rows()
  world.clock.advance('PT1H')
  await Promise.all([world.runPlans(), world.runPlans()])
  expect(await rows()).toEqual(before)
  expect(await world.editing.find('3', BEN)).toMatchObject({
    plan: undefined,
    failedPlan: { actor: 'operator:ann', cause },
  })
  expect(world.told).toEqual([{ operatorId: 'ann', page: { zh_HK: '劇集', en_US: 'Drama' }, cause }])
  expect((await entries()).at(-1)).toMatchObject({ action: 'fail to publish page', actor: 'operator:ann' })
  world.clock.advance('PT336H')
  expect((await world.editing.find('3', BEN)).failedPlan).toBeUndefined()
})

test('a page of an operator who may publish no more waits', async () => {
  await plan()
  world.stopped.add('ann')
  const before = await rows()
  world.clock.advance('PT1H')
  await world.runPlans()
  expect(await rows()).toEqual(before)
  expect(await world.editing.find('3', BEN)).toMatchObject({ plan: { actor: 'operator:ann' }, failedPlan: undefined })
  expect(world.told).toEqual([])
})

test('of a publication and a plan that fall together one wins, and no half of either is seen', async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.reset()
    ;({ version, content: live } = await world.editing.find('3', ANN))
    world.told.length = 0
    await plan()
    world.clock.advance('PT1H')
    const mine = { ...live, categories: [aPageCategory('mine', { programIds: ['a'] })] }
    const [published] = await Promise.allSettled([publish(mine), world.runPlans()])
    const wins = published!.status === 'fulfilled'
    expect(await rows()).toEqual([wins ? 'mine' : 'sea'])
    expect(world.told).toHaveLength(wins ? 1 : 0)
    expect((await world.editing.find('3', ANN)).version).toBe(version + 1)
  }
})

test('a plan that is removed becomes the draft of who removes it, unless they have one, and does not run', async () => {
  const { plannedId } = await plan()
  expect(await unplan(plannedId, 'ben')).toMatchObject({ isDraft: true })
  expect(await world.editing.find('3', BEN)).toMatchObject({ plan: undefined, draft: { content: fresh() } })
  await expect(unplan(plannedId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.saveDraft('3', { content: live })
  const second = await plan()
  expect(await unplan(second.plannedId)).toMatchObject({ isDraft: false })
  expect(await world.editing.find('3', ANN)).toMatchObject({ draft: { content: live } })
  world.clock.advance('PT1H')
  await world.runPlans()
  expect(await rows()).toEqual(['rain'])
})

test('of removing a plan and carrying it out one happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.reset()
    ;({ version, content: live } = await world.editing.find('3', ANN))
    const { plannedId } = await plan()
    world.clock.advance('PT1H')
    const [removed] = await Promise.allSettled([unplan(plannedId), world.runPlans()])
    expect(await rows()).toEqual([removed!.status === 'fulfilled' ? 'rain' : 'sea'])
  }
})

test('the draft from which it was planned is gone with the publication; what was typed since stays', async () => {
  await world.saveDraft('3', { content: fresh() })
  await plan()
  world.clock.advance('PT1H')
  await world.runPlans()
  expect((await world.editing.find('3', ANN)).draft).toBeUndefined()

  ;({ version, content: live } = await world.editing.find('3', ANN))
  await plan({ content: { ...live, banners: [aPageBanner('next', { programId: 'b' })] } })
  await world.saveDraft('3', { content: { ...live, categories: [] } })
  world.clock.advance('PT1H')
  await world.runPlans()
  expect(await world.editing.find('3', ANN)).toMatchObject({
    content: { banners: [{ bannerId: 'next' }] },
    draft: { content: { categories: [] } },
  })
})
