import { pino } from 'pino'
import type { PageContent } from '#contract/admin/pages.ts'
import { createPageEditing } from '#server/domains/pages/index.ts'
import { inTransaction } from '#server/kit/db.ts'
import { aTitle, createTestCatalogue } from './catalogue.ts'

export type PageWorld = Awaited<ReturnType<typeof createPageWorld>>

export const [ANN, BEN] = [
  { operatorId: 'ann', actor: 'operator:ann' },
  { operatorId: 'ben', actor: 'operator:ben' },
] as const

/** Three published titles, two operators, and the tab of dramas with one list and one slide. */
export async function createPageWorld() {
  const world = await createTestCatalogue()
  const { db, clock, pool, catalogue, pages } = world
  for (const id of ['a', 'b', 'c']) {
    await catalogue.createTitle(aTitle(id, { images: { art: 'h/art.webp', hero: 'h/hero.webp' } }))
    await catalogue.publish(id)
  }
  for (const { operatorId } of [ANN, BEN])
    await pool.query(
      `insert into operator (operator_id, email, name, roles, created_at) values ($1, $1 || '@harbour.test', $1, '{catalogue}', now())`,
      [operatorId],
    )
  /** Of plans that were not carried out; operators who may publish no more. */
  const told: object[] = []
  const stopped = new Set<string>()
  const editing = createPageEditing({
    db,
    clock,
    knownGoods: async () => new Set(['disc']),
    operators: {
      hasRole: async (_tx, operatorId) => !stopped.has(operatorId),
      tell: async (_tx, operatorId, { params }) => void told.push({ operatorId, ...params }),
    },
  })
  const reset = async () => {
    await pool.query(`delete from page_draft; delete from planned_change; delete from banner;
      delete from category where source = 'list'; update page set version = version + 1`)
    await pages.arrange(db, {
      categories: [
        {
          categoryId: 'rain',
          source: 'list',
          programClassify: 'mixed',
          title: { zh: '列', en: 'Row' },
          programIds: ['a', 'b'],
        },
      ],
      tabs: { '3': ['rain'], '5': [] },
      banners: [{ bannerId: 'slide-a', place: 'billboard', tabId: '3', bannerType: 'drama', programId: 'a' }],
    })
  }
  const log = pino({ level: 'silent' })
  const runPlans = async () => {
    for (const { run } of editing.domainModule.scheduledTasks!) await run({ log } as never)
  }
  return { ...world, editing, reset, saveDraft, told, stopped, runPlans }

  type Draft = { content: PageContent; baseVersion?: number; seen?: string | null }

  function saveDraft(scope: string, { baseVersion = 1, ...draft }: Draft, owner: { operatorId: string } = ANN) {
    return inTransaction(db, (tx) => editing.saveDraft(tx, owner, { scope, baseVersion, ...draft }))
  }
}
