import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'
import { isNarrower } from './content.rules.ts'
import type { TitleChange } from './titles-model.ts'

let testApp: Awaited<ReturnType<typeof createTestCatalogue>>
beforeAll(async () => {
  testApp = await createTestCatalogue()
})
afterAll(() => testApp.close())

let titles = 0
async function aPublished(change: Partial<Parameters<typeof aTitle>[1]> = {}): Promise<string> {
  const programId = `narrow-${titles++}`
  await testApp.catalogue.createTitle(aTitle(programId, { kids: true, ...change }))
  await testApp.catalogue.publish(programId)
  return programId
}

test.each<[string, TitleChange, boolean]>([
  ['class III', { restriction: 'III', kids: false }, true],
  ['no longer for children', { kids: false }, true],
  ['no longer free', { vodTypes: ['VIP UNLIMITED WATCH'] }, true],
  ['free as well', { vodTypes: ['FREE TO WATCH', 'VIP UNLIMITED WATCH'] }, false],
  ['another class that excludes none', { restriction: 'IIB' }, false],
  ['a new name', { title: { zh: '新名', en: 'A new name' } }, false],
])('a published title becomes %o', async (_, change, expected) => {
  const programId = await aPublished()
  await testApp.catalogue.updateTitle(programId, change)
  expect((await testApp.catalogue.narrowed()).includes(programId)).toBe(expected)
})

test('a title that is withdrawn or removed is narrowed; of one that was never published nothing is', async () => {
  const [withdrawn, removed] = [await aPublished(), await aPublished()]
  await testApp.catalogue.createTitle(aTitle('never'))
  const { db } = testApp
  await db.updateTable('title').set({ state: 'withdrawn' }).where('program_id', '=', withdrawn).execute()
  await db.updateTable('title').set({ restriction: 'III' }).where('program_id', '=', 'never').execute()
  await db.deleteFrom('title').where('program_id', '=', removed).execute()
  const found = await testApp.catalogue.narrowed()
  expect([withdrawn, removed, 'never'].map((id) => found.includes(id))).toEqual([true, true, false])
})

test('a narrowing is remembered while grants of before may live', async () => {
  const programId = await aPublished()
  await testApp.catalogue.updateTitle(programId, { kids: false })
  const at = (hours: number) => Temporal.Now.instant().subtract({ minutes: hours * 60 })
  const { db } = testApp
  await db
    .updateTable('title_narrowing')
    .set({ at: at(6.5) })
    .where('program_id', '=', programId)
    .execute()
  expect(await testApp.catalogue.narrowed()).toContain(programId)
  await db
    .updateTable('title_narrowing')
    .set({ at: at(7.5) })
    .where('program_id', '=', programId)
    .execute()
  expect(await testApp.catalogue.narrowed()).not.toContain(programId)
})

const window = (startsAt: string, endsAt: string | null, region: 'HK' | 'MO' = 'HK') => ({ region, startsAt, endsAt })
const [JUNE, JULY, MAY] = ['2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-05-01T00:00:00Z'] as const

test.each([
  ['the same, in another zone', [window(JUNE, null)], [window('2026-06-01T08:00:00+08:00', null)], false],
  ['an end', [window(JUNE, null)], [window(JUNE, JULY)], true],
  ['an earlier end', [window(MAY, JULY)], [window(MAY, JUNE)], true],
  ['a later end', [window(MAY, JUNE)], [window(MAY, JULY)], false],
  ['a later start', [window(MAY, null)], [window(JUNE, null)], true],
  ['another region', [window(MAY, null)], [window(MAY, null, 'MO')], true],
  ['a region more', [window(MAY, null)], [window(MAY, null), window(MAY, null, 'MO')], false],
  ['none', [window(MAY, null)], [], true],
])('windows that become %s', (_, before, after, expected) => {
  expect(isNarrower(aTitleContent({ windows: before }), aTitleContent({ windows: after }))).toBe(expected)
})
