import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { sql } from '#server/kit/db.ts'
import { importContent } from '#server/kit/content-import.ts'
import { CONTENT_KINDS } from '#contract/admin/content.ts'
import { aCampaign } from '../../../../test/support/campaigns.ts'
import { A_CINEMA, A_FILM, aShowtime } from '../../../../test/support/cinema.ts'
import { linesOf } from '../../../../test/support/content.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { A_LOCKER, A_SALE, A_ZONE, someGoods } from '../../../../test/support/sales.ts'

let world: OperatorsWorld
let ann: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  await sql`
    insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
      created_at, updated_at)
    select id, 'movie', 'movie', '夜渡鯉魚門', 'Night Crossing', 'IIA', '{FREE TO WATCH}', 2026, now(), now()
    from unnest(array['night', 'other']) id`.execute(world.db)
  const at = '2027-01-06T19:10:00+08:00'
  const screening = { kind: 'screening', slotId: 'slot', programId: 'night', startsAt: at, credits: 128, price: 128 }
  await importContent(world.content, {
    content: linesOf([
      { ...A_CINEMA, bookingURL: 'https://cinema.example.hk/' },
      { ...A_FILM, programId: 'night', description: { zh_HK: '簡介', en_US: 'About' } },
      aShowtime('evening', at, { seatsLeft: 6, price: 95.5 }),
      A_SALE,
      someGoods('disc', 10, { restockOn: '2026-12-24', detail: { zh_HK: '藍光', en_US: 'Blu-ray' } }),
      A_LOCKER,
      A_ZONE,
      { ...screening, tickets: 1, seats: 5, capacity: 40 },
      aCampaign(['night', 'other']),
    ]),
    file: 'test',
    actor: 'operator:Ida',
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signIn(await world.anOperator('catalogue'))
})

const call = (path: string, input: object) => world.call(`/content/${path}`, input, ann)
const save = (kind: string, records: object[], versions: number[], more: object = {}) =>
  call('save', keyed({ kind, records, versions, ...more }))
const first = async (kind: string) => (await call('list', { filter: { kind } })).list[0]
const auditedOf = (subject: string) =>
  world.db.selectFrom('audit_entry').selectAll().where('subject', '=', subject).orderBy('audit_entry_id').execute()

test.each(CONTENT_KINDS)('a %s is listed as the import takes it, and says who changed it', async (kind) => {
  const one = await first(kind)
  expect(one).toMatchObject({ version: 1, updatedBy: 'operator:Ida' })
  expect(await call('find', { kind, id: one.id })).toMatchObject({ id: one.id, record: one.record })
  expect(await call('check', { kind, records: [one.record] })).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 1,
    wrong: 0,
    versions: [1],
  })
})

test('a record is saved with what was before and after, and by whom', async () => {
  const { id, record } = await first('cinema')
  const name = { zh_HK: '新影院', en_US: 'New Cinema' }
  const saved = await save('cinema', [{ ...record, name }], [1], { reason: 'renamed' })
  expect(saved).toMatchObject({ added: 0, changed: 1, versions: [2] })
  const [entry, ...others] = await auditedOf(`content:cinema:${id}`)
  expect(others).toEqual([])
  expect(entry).toMatchObject({ action: 'save content', before: record, after: { ...record, name }, reason: 'renamed' })
  expect((await first('cinema')).updatedBy).toMatch(/^operator:op-/)
})

test('a form that was opened before another operator saved, or was opened for a new record, overwrites nothing', async () => {
  const cinemaId = newId()
  const { kind: _, ...record } = { ...A_CINEMA, cinemaId }
  expect(await save('cinema', [record], [0])).toMatchObject({ added: 1, versions: [1] })
  const theirs = { ...record, region: 'MO' }
  await save('cinema', [theirs], [1])
  for (const version of [0, 1])
    expect(await save('cinema', [{ ...record, district: { zh_HK: '東', en_US: 'East' } }], [version])).toMatchObject({
      errorCode: 'VERSION_CONFLICT',
      current: { ...theirs, version: 2 },
      by: expect.stringMatching(/^operator:op-/),
    })
  expect(await call('withdraw', keyed({ kind: 'cinema', id: cinemaId, version: 1 }))).toMatchObject({
    errorCode: 'VERSION_CONFLICT',
  })
})

test('of two saves at the same time one is kept', async () => {
  const cinemaId = newId()
  const { kind: _, ...record } = { ...A_CINEMA, cinemaId }
  const both = await Promise.all(
    ['東', '西'].map((zh_HK) => save('cinema', [{ ...record, name: { zh_HK, en_US: 'C' } }], [0])),
  )
  expect(both.map(({ result }) => result).toSorted()).toEqual(['FAILED', 'SUCCESS'])
})

test('an import by command between raises the version as well', async () => {
  const cinemaId = newId()
  const { kind, ...record } = { ...A_CINEMA, cinemaId }
  await save('cinema', [record], [0])
  const file = linesOf([{ ...record, kind, region: 'MO' }])
  await importContent(world.content, { content: file, file: 'x', actor: 'operator:Bea' })
  expect(await save('cinema', [record], [1])).toMatchObject({ errorCode: 'VERSION_CONFLICT', by: 'operator:Bea' })
})

test.each([
  ['en_US', 'Must be a multiple of HK$0.10.', 'There is no film nothing.'],
  ['zh_HK', '金額須為 HK$0.10 的倍數。', '沒有電影 nothing。'],
])('what is wrong is said at its field, in %s, and nothing is saved', async (language, price, film) => {
  const { id, record, version } = await first('showtime')
  const wrong = await save('showtime', [{ ...record, price: 95.55 }], [version], { language })
  expect(wrong).toMatchObject({ errorCode: 'INVALID_INPUT', fields: { price } })
  const records = [
    { ...record, price: 88 },
    { ...record, showtimeId: newId(), filmId: 'nothing' },
  ]
  expect(await save('showtime', records, [version, 0], { language })).toMatchObject({ fields: { '2.filmId': film } })
  const tried = await call('check', { kind: 'showtime', records, language })
  expect(tried).toMatchObject({ wrong: 1, problems: [{ line: 2, field: 'filmId', message: film }] })
  expect(await call('find', { kind: 'showtime', id })).toMatchObject({ record, version })
})

test('a dry run writes nothing, and says what is there', async () => {
  const { record, version } = await first('showtime')
  const records = [
    { ...record, price: 88 },
    { ...record, showtimeId: newId(), startsAt: '2027-01-07T21:30:00+08:00' },
  ]
  const tables = async () => (await sql`select to_jsonb(s) as row from showtime s order by 1`.execute(world.db)).rows
  const before = await tables()
  expect(await call('check', { kind: 'showtime', records })).toMatchObject({
    added: 1,
    changed: 1,
    versions: [version, 0],
  })
  expect(await tables()).toEqual(before)
})

test('a record that does not say whether it is withdrawn stays as it is', async () => {
  const { id, record, version } = await first('locker')
  await call('withdraw', keyed({ kind: 'locker', id, version }))
  const { withdrawn: _, ...silent } = record
  const district = { zh_HK: '東', en_US: 'East' }
  expect(await call('check', { kind: 'locker', records: [silent] })).toMatchObject({ changed: 0, unchanged: 1 })
  await save('locker', [{ ...silent, district }], [version + 1])
  expect(await first('locker')).toMatchObject({ record: { district, withdrawn: true } })
  const { problems } = await call('check', { kind: 'locker', records: [silent, silent], language: 'zh_HK' })
  expect(problems).toMatchObject([{ message: `智能櫃 ${id} 已在第 1 行出現。` }])
})

test('a showtime with tickets keeps its place and its seats; its withdrawal says how many there are', async () => {
  const { id, record, version } = await first('showtime')
  await sql`update showtime set redeemed = 3 where showtime_id = ${id}`.execute(world.db)
  const moved = { ...record, startsAt: '2027-01-07T19:10:00+08:00' }
  expect(await save('showtime', [moved], [version])).toMatchObject({
    fields: { record: expect.stringContaining('has tickets') },
  })
  expect(await save('showtime', [{ ...record, ticketSeats: 2 }], [version])).toMatchObject({
    fields: { ticketSeats: expect.stringContaining('3') },
  })
  const { counts } = await call('find', { kind: 'cinema', id: A_CINEMA.cinemaId })
  expect(counts).toMatchObject({ showtimes: 1, tickets: 3 })
  expect(await call('withdraw', keyed({ kind: 'showtime', id, version }))).toMatchObject({ counts: { tickets: 3 } })
  const [entry] = await auditedOf(`content:showtime:${id}`)
  expect(entry).toMatchObject({ action: 'withdraw content', after: { withdrawn: true } })
  const { rows } = await sql<{ redeemed: number }>`
    select redeemed from showtime where showtime_id = ${id} and withdrawn`.execute(world.db)
  expect(rows).toEqual([{ redeemed: 3 }])
})

test('lists are filtered by day, by what they belong to, by text of both languages, and by what is withdrawn', async () => {
  const cinemaId = newId()
  const { kind: _, ...cinema } = { ...A_CINEMA, cinemaId, name: { zh_HK: '獨一影院', en_US: 'The Only One' } }
  await save('cinema', [cinema], [0])
  const showtime = (showtimeId: string, startsAt: string) => {
    const { kind: _kind, ...record } = aShowtime(showtimeId, startsAt, { cinemaId })
    return record
  }
  const [a, b] = [newId(), newId()]
  await save('showtime', [showtime(a, '2027-02-01T00:00:00+08:00'), showtime(b, '2027-02-02T00:00:00+08:00')], [0, 0])
  const idsOf = async (filter: object) =>
    (await call('list', { filter: { kind: 'showtime', ...filter } })).list.map(({ id }: { id: string }) => id)
  const day = { from: '2027-02-01T00:00:00+08:00', until: '2027-02-02T00:00:00+08:00' }
  expect(await idsOf({ parent: cinemaId })).toEqual([a, b])
  expect(await idsOf({ parent: cinemaId, ...day })).toEqual([a])
  expect(await idsOf({ text: 'only one' })).toEqual([a, b])
  expect(await idsOf({ text: '獨一影院' })).toEqual([a, b])
  expect(await idsOf({ text: '100%' })).toEqual([])
  expect(await idsOf({ parent: cinemaId, withdrawn: true })).toEqual([])
  const page = await call('list', { filter: { kind: 'showtime', parent: cinemaId }, limit: 1 })
  expect(page).toMatchObject({ total: 2, next: expect.any(String) })
})

test('units that arrive are added to the stock, also while others are sold and another operator adds some', async () => {
  const { id, record, counts } = await first('goods')
  const supplied = Number(record.supplied)
  expect(counts).toMatchObject({ sold: 0, held: 0, free: supplied })
  const sell = () => sql`update goods set sold = sold + 1 where goods_id = ${id}`.execute(world.db)
  const add = (units: number) => call('addStock', keyed({ id, units }))
  const answers = await Promise.all([add(20), sell(), add(5), sell()])
  expect(answers.every((answer) => !('result' in answer) || answer.result === 'SUCCESS')).toBe(true)
  expect(await first('goods')).toMatchObject({
    record: { supplied: supplied + 25 },
    counts: { sold: 2, free: supplied + 23 },
  })
  expect(await add(-supplied - 24)).toMatchObject({
    errorCode: 'INVALID_INPUT',
    fields: { supplied: expect.stringContaining(': 2 of ') },
  })
  expect(await add(0)).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect(await call('addStock', keyed({ id: newId(), units: 1 }))).toMatchObject({ errorCode: 'NOT_FOUND' })
  const entries = await auditedOf(`content:goods:${id}`)
  const units = entries.map(({ action, details }) => [action, (details as { units: number }).units])
  expect(units.toSorted()).toEqual([
    ['change stock', 20],
    ['change stock', 5],
  ])
})

test('a preview has a campaign as it is typed, checked by the rules of a save, which keeps nothing', async () => {
  const viewer = { at: '2026-11-21T00:00:00Z', region: 'HK', profile: 'visitor', siteLanguage: 'zh_HK' }
  const block = { kind: 'text', text: { zh_HK: '內容', en_US: 'Text' } }
  const title = { zh_HK: '打字', en_US: 'Typed' }
  const typed = { codeName: 'TYPED', title, regions: [], art: 'art', programId: 'night', blocks: [block] }
  const open = (campaign: object) => world.call('/preview/open', { draftIds: [], ...viewer, campaign }, ann)
  for (const wrong of [{ blocks: [] }, { programId: 'none' }])
    expect(await open({ ...typed, ...wrong })).toMatchObject({ errorCode: 'INVALID_INPUT', fields: expect.anything() })
  expect(await open(typed)).toMatchObject({ url: expect.stringContaining('/preview#') })
  const shown = await world.db.selectFrom('preview_draft').select('campaigns').execute()
  expect(shown).toEqual([{ campaigns: { TYPED: typed } }])
  expect(await world.db.selectFrom('campaign').select('code_name').execute()).toEqual([{ code_name: 'REVIEW' }])
  const [entry] = await auditedOf('preview:TYPED')
  expect(entry).toMatchObject({ action: 'open preview', details: { codeName: 'TYPED' } })
  expect(JSON.stringify(entry)).not.toContain('打字')
})
