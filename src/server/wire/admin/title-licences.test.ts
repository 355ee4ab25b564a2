import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TitleContent } from '#contract/admin/titles.ts'
import { newId } from '#server/kit/ids.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

let world: OperatorsWorld
let ann: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  ann = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object) => world.call(`/titles/${path}`, input, ann)
const publish = (programId: string, draft: TitleContent, version?: number) =>
  call('publish', keyed({ programId, draft, version }))
const namesFor = async (filter: object) =>
  (await call('list', { filter, limit: 200 })).list.map(({ title }: { title: { en_US: string } }) => title.en_US)

test.each([
  ['zh_HK', ['"片名CSV"', '"待上架"', '"電影"', '"香港 2026-12-01 08:00 – 2026-12-31 23:59"']],
  ['en_US', ['"CSV film"', '"Scheduled"', '"Movie"', '"Hong Kong 2026-12-01 08:00 – 2026-12-31 23:59"']],
] as const)('the CSV file of %s says a title as the list does, in Hong Kong time', async (language, cells) => {
  const windows = [{ region: 'HK' as const, startsAt: '2026-12-01T00:00:00.000Z', endsAt: '2026-12-31T15:59:00.000Z' }]
  const draft = aTitleContent({ title: { zh_HK: '片名CSV', en_US: 'CSV film' }, windows })
  expect(await publish(newId(), draft)).toMatchObject({ result: 'SUCCESS' })
  const { body, headers } = await world.app.inject({
    url: '/api_admin/titles/export',
    query: { query: JSON.stringify({ filter: { text: 'csv film' } }), language },
    headers: { 'sec-fetch-site': 'same-origin', cookie: `harbour_console=${ann.cookies.get('harbour_console')}` },
  })
  expect(Number(headers['x-row-count'])).toBeGreaterThan(0)
  const [heads, row] = body.split('\r\n')
  expect(heads!.split(',')).toHaveLength(13)
  for (const cell of cells) expect(row).toContain(cell)
})

test('windows name their licensor and contract, by which titles are found and exported', async () => {
  const span = { startsAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-15T00:00:00.000Z' }
  const windows = [
    { region: 'HK' as const, ...span, licensor: 'Harbour Pictures', contract: 'HP-12' },
    { region: 'MO' as const, ...span, endsAt: null },
  ]
  const [programId, draft] = [newId(), aTitleContent({ windows, title: { zh_HK: '授權', en_US: 'Licensed' } })]
  expect(await publish(programId, draft)).toMatchObject({ version: 1 })
  expect((await call('find', { programId })).content.windows).toEqual(windows)
  expect((await call('licensors', {})).list).toContain('Harbour Pictures')
  const filter = { licensor: 'Harbour Pictures', endsBefore: '2026-12-21T00:00:00.000Z' }
  expect((await call('list', { filter })).list).toMatchObject([
    {
      programId,
      windows: [
        { licensor: 'Harbour Pictures', contract: 'HP-12' },
        { licensor: '', contract: '' },
      ],
    },
  ])
  expect(await namesFor({ licensor: 'Harbour' })).toEqual([])
  const unnamed = { ...draft, windows: [{ region: 'HK' as const, ...span }] }
  expect(await publish(programId, unnamed, 1)).toMatchObject({ version: 2 })
  expect(await namesFor(filter)).toEqual([])
})

test('the audit log names titles as they are called now, drafts too', async () => {
  const [programId, draft] = [newId(), aTitleContent({ title: { zh_HK: '前名', en_US: 'Former Name' } })]
  await publish(programId, draft)
  await publish(programId, { ...draft, title: { zh_HK: '今名', en_US: 'Present Name' } }, 1)
  const { list } = await world.call('/audit/list', { filter: { subject: `title:${programId}` } }, ann)
  expect(list).toMatchObject([
    { action: 'publish title', about: { zh_HK: '今名', en_US: 'Present Name' } },
    { action: 'publish title', about: { zh_HK: '今名', en_US: 'Present Name' } },
  ])
  const { list: others } = await world.call('/audit/list', { filter: { action: 'sign in' } }, ann)
  expect(others[0]).toMatchObject({ about: null })
})
