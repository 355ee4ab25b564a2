import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UNAPPROVED_MAX } from '#contract/admin/bulk.ts'
import { adminUrl } from '#contract/admin/endpoint.ts'
import { report, template } from '#contract/admin/imports.ts'
import { IMPORT_COLUMN_NAMES, IMPORT_PACKED_MAX } from '#contract/title-imports.ts'
import { importColumns as en, importProblem } from '#text/en_US/title-imports.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let ann: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  await mkdir(world.importFolder, { recursive: true })
})
beforeEach(async () => {
  ann = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object) => world.call(`/imports/${path}`, input, ann)
const fileOf = (text: string) => ({ name: 'titles.csv', content: gzipSync(text).toString('base64'), images: [] })
const HEAD = 'reference,titleZh,titleEn,class,film'

async function download(endpoint: typeof report | typeof template, input: object, language = 'en_US'): Promise<string> {
  const { body } = await world.app.inject({
    url: adminUrl(endpoint),
    query: { query: JSON.stringify(input), language },
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  return body
}

test('a check counts, and says what is wrong by line and column in the language of the caller', async () => {
  const text = [HEAD, 'W-1,燈,Lamp,IIA,', 'W-2,夜,Night,IV,', 'W-3,海,Sea,I,gone.mp4'].join('\n')
  const checked = await call('check', fileOf(text))
  expect(checked).toMatchObject({
    added: 1,
    wrong: 2,
    total: 3,
    films: 0,
    missingFiles: ['gone.mp4'],
    titles: [
      {
        reference: 'W-2',
        line: 3,
        outcome: 'wrong',
        problems: [{ line: 3, column: 'class', message: expect.stringContaining('“IV”') }],
      },
      { reference: 'W-3', outcome: 'wrong', problems: [{ column: 'film', message: 'gone.mp4 wasn’t found.' }] },
      { reference: 'W-1', outcome: 'added', title: { zh_HK: '燈', en_US: 'Lamp' } },
    ],
  })
  expect(checked.report.split('\r\n')).toHaveLength(5)
  const inChinese = await world.call('/imports/check', { ...fileOf(text), language: 'zh_HK' }, ann)
  expect(inChinese.titles[1].problems).toEqual([{ line: 4, column: 'film', message: '找不到 gone.mp4。' }])
})

test('a file that stays large when it is compressed is one call', async () => {
  const textOf = (count: number, first: number, range: number) =>
    String.fromCodePoint(...Array.from({ length: count }, () => first + Math.floor(Math.random() * range)))
  const lines = Array.from(
    { length: 800 },
    (_, at) => `L-${at},${textOf(8, 0x4e00, 3_000)},${textOf(12, 97, 26)},IIA,${textOf(2_000, 0x4e00, 3_000)}`,
  )
  const file = fileOf(['reference,titleZh,titleEn,class,descriptionZh', ...lines].join('\n'))
  expect(file.content.length).toBeGreaterThan(2 * 1024 * 1024)
  expect(file.content.length).toBeLessThan(IMPORT_PACKED_MAX)
  expect(await call('check', file)).toMatchObject({ total: 800, added: 800, wrong: 0 })
})

test('a whole import: started, carried out, listed, reported, and tried again once its file is there', async () => {
  const text = [HEAD, 'W-10,燈,Lamp,IIA,', 'W-11,海,=1+1,I,late.mp4'].join('\n')
  const { importId } = await call('start', keyed(fileOf(text)))
  expect(await call('find', { importId })).toMatchObject({ total: 2, added: 0, finishedAt: null })
  await world.runTitleImports()
  expect(await call('find', { importId })).toMatchObject({ added: 1, wrong: 1, finishedAt: expect.any(String) })
  expect((await call('list', {})).list[0]).toMatchObject({ importId, fileName: 'titles.csv' })
  const wrong = await call('titles', { filter: { importId, shown: 'problems' } })
  expect(wrong.list).toMatchObject([{ reference: 'W-11', programId: null, problems: [{ column: 'film' }] }])
  expect(await download(report, { importId })).toContain(`"W-11",3,"海","'=1+1","with errors"`)

  await writeFile(join(world.importFolder, 'late.mp4'), 'a film')
  expect(await call('retry', keyed({ importId }))).toMatchObject({ titles: 1 })
  await world.runTitleImports()
  const { list } = await call('titles', { filter: { importId } })
  expect(list).toMatchObject([
    { outcome: 'added', programId: expect.any(String) },
    { outcome: 'added', ingests: { open: 1, done: 0, failed: 0 } },
  ])
  expect(await call('retry', keyed({ importId }))).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.importNothingToRetry({}),
  })
  const { rows } = await world.pool.query(
    'select action, details from audit_entry where subject = $1 order by audit_entry_id',
    [`import:${importId}`],
  )
  expect(rows).toEqual([
    { action: 'start import', details: { file: 'titles.csv', titles: 2 } },
    { action: 'retry import', details: { titles: 1 } },
  ])
})

test.each([
  ['what is no gzip', Buffer.from('reference').toString('base64')],
  ['what unpacks to more than a table may have', gzipSync(Buffer.alloc(40 * 1024 * 1024, 'a')).toString('base64')],
  ['a table without its columns', gzipSync('reference\n1').toString('base64')],
])('%s is not imported', async (_, content) => {
  expect(await call('start', keyed({ ...fileOf(''), content }))).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

test('other prices of more than fifty titles that are live wait for finance, in sum with those of changes of many titles', async () => {
  const references = Array.from({ length: UNAPPROVED_MAX + 1 }, (_, at) => `P-${at}`)
  const head = 'reference,state,titleZh,titleEn,class,vod,credits,year,film'
  const fileFor = (vod: string, { count = references.length, state = 'published', film = '' } = {}) =>
    fileOf(
      [head, ...references.slice(0, count).map((one) => `${one},${state},燈,${one},IIA,${vod},0,2024,${film}`)].join(
        '\n',
      ),
    )
  const start = (file: ReturnType<typeof fileOf>) => call('start', keyed(file))
  const freeTitles = async () => {
    const { rows } = await world.pool.query(
      `select program_id, version from title where title_en like 'P-%' and 'FREE TO WATCH' = any(vod_types)`,
    )
    return rows as { program_id: string; version: number }[]
  }
  // New ones, and a draft, change no price that a viewer has seen.
  expect(await start(fileFor('vip'))).toMatchObject({ titles: UNAPPROVED_MAX + 1 })
  await world.runTitleImports()
  // A film that is to come stops a line for now only.
  expect(await start(fileFor('free', { film: 'to-come.mp4' }))).toHaveProperty('approvalId')
  const alone = await start(fileFor('free'))
  expect(alone).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
  expect(alone).not.toHaveProperty('importId')
  await world.runTitleImports()
  expect(await freeTitles()).toHaveLength(0)
  const finance = await world.signIn(await world.anOperator('finance'))
  const { list: waiting } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, finance)
  expect(waiting[0].input).toMatchObject({ name: 'titles.csv' })
  expect(waiting[0].input).not.toHaveProperty('content')
  await world.call('/approvals/decide', keyed({ id: alone.approvalId, approve: true }), finance)
  await world.runTitleImports()
  const free = await freeTitles()
  expect(free).toHaveLength(UNAPPROVED_MAX + 1)

  expect(await start(fileFor('vip', { count: 30 }))).toHaveProperty('importId')
  const titles = free.slice(0, 21).map(({ program_id: programId, version }) => ({ programId, version }))
  const change = { field: 'credits', credits: 30 }
  const bulk = (count: number) => world.call('/titles/bulk', keyed({ titles: titles.slice(0, count), change }), ann)
  expect(await bulk(21)).toHaveProperty('approvalId')
  expect(await bulk(20)).toHaveProperty('jobId')
  expect(await start(fileFor('vip', { count: 31 }))).toHaveProperty('approvalId')
})

test('a second person sees the prices of a file, and approves no others', async () => {
  const references = Array.from({ length: UNAPPROVED_MAX + 1 }, (_, at) => `Q-${String(at).padStart(2, '0')}`)
  const head = 'reference,state,titleZh,titleEn,class,vod,credits,year'
  const fileFor = (vod: string) =>
    fileOf([head, ...references.map((one) => `${one},published,燈,${one},IIA,${vod},8,2024`)].join('\n'))
  const start = () => call('start', keyed(fileFor('free')))
  await call('start', keyed(fileFor('vip')))
  await world.runTitleImports()
  const finance = await world.signIn(await world.anOperator('finance'))
  const approve = (id: unknown) => world.call('/approvals/decide', keyed({ id, approve: true }), finance)
  const waiting = async (id: unknown) => {
    const { list } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, finance)
    return list.find(({ approvalId }: { approvalId: unknown }) => approvalId === id)
  }
  const first = await start()
  const { consequence } = await waiting(first.approvalId)
  expect(consequence).toMatchObject({ titles: UNAPPROVED_MAX + 1, toFree: UNAPPROVED_MAX + 1, fromFree: 0 })
  expect(Object.entries(consequence.before)).toHaveLength(20)
  expect([consequence.before['Q-00 燈'], consequence.after['Q-00 燈']]).toEqual([8, 'free'])

  const { rows } = await world.pool.query(`select program_id, version from title where title_en = 'Q-00'`)
  const titles = [{ programId: rows[0].program_id, version: rows[0].version }]
  const other = await world.signIn(await world.anOperator('catalogue'))
  await world.call('/titles/bulk', keyed({ titles, change: { field: 'credits', credits: 5 } }), other)
  await world.runBulkChanges()
  const changed = { errorCode: 'CONFLICT', message: problems.approvalChanged({}) }
  expect(await approve(first.approvalId)).toMatchObject(changed)
  expect(await waiting(first.approvalId)).toBeTruthy()
  // An approval of before has the number alone.
  const keep = (count: number) =>
    world.pool.query(
      `update approval set consequence = jsonb_build_object('file', 'titles.csv', 'titles', $2::int) where approval_id = $1`,
      [first.approvalId, count],
    )
  await keep(UNAPPROVED_MAX)
  expect(await approve(first.approvalId)).toMatchObject(changed)
  await keep(UNAPPROVED_MAX + 1)
  expect(await approve(first.approvalId)).toMatchObject({ outcome: 'approved' })
  expect(await start()).toHaveProperty('approvalId')
})

test('a retry changes no more prices alone than an import: those of its own day count once, later or by another they count again', async () => {
  const references = Array.from({ length: UNAPPROVED_MAX }, (_, at) => `R-${at}`)
  const file = (vod: string, film = '') => {
    const lines = references.map((one) => `${one},published,燈,${one},IIA,${vod},0,2024,${film}`)
    return fileOf(['reference,state,titleZh,titleEn,class,vod,credits,year,film', ...lines].join('\n'))
  }
  await call('start', keyed(file('vip')))
  await world.runTitleImports()
  // Its film is missing: all lines are wrong, and may be tried again.
  const { importId } = await call('start', keyed(file('free', 'retried.mp4')))
  await world.runTitleImports()
  expect(await call('find', { importId })).toMatchObject({ wrong: UNAPPROVED_MAX })
  const retry = (browser: Browser) => world.call('/imports/retry', keyed({ importId }), browser)
  expect(await retry(ann)).toMatchObject({ titles: UNAPPROVED_MAX })
  await world.runTitleImports()
  expect(await retry(ann)).toMatchObject({ titles: UNAPPROVED_MAX })
  await world.runTitleImports()

  const other = await world.anOperator('catalogue')
  const bea = await world.signIn(other)
  const oneMore = { titles: [] as object[], change: { field: 'credits', credits: 30 } }
  const { rows } = await world.pool.query(`select program_id, version from title where title_en = 'R-0'`)
  oneMore.titles = [{ programId: rows[0]!.program_id, version: rows[0]!.version }]
  expect(await world.call('/titles/bulk', keyed(oneMore), bea)).toHaveProperty('jobId')
  // With the one title above it is one too many.
  const asked = await retry(bea)
  expect(asked).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
  expect(asked).not.toHaveProperty('titles')
  expect(await call('find', { importId })).toMatchObject({ wrong: UNAPPROVED_MAX, finishedAt: expect.any(String) })
  await writeFile(join(world.importFolder, 'retried.mp4'), 'a film')
  const finance = await world.signIn(await world.anOperator('finance'))
  await world.call('/approvals/decide', keyed({ id: asked.approvalId, approve: true }), finance)
  await world.runTitleImports()
  expect(await call('find', { importId })).toMatchObject({ wrong: 0 })
})

test('a retry is approved by what it changes: what would change something else by now asks again', async () => {
  const head = 'reference,state,titleZh,titleEn,class,vod,credits,year,film'
  const names = Array.from({ length: UNAPPROVED_MAX + 2 }, (_, at) => `Again-${at}`)
  const lines = (of: readonly string[], credits: number, film = '') =>
    fileOf([head, ...of.map((one) => `${one},published,燈,${one},IIA,credit,${credits},2024,${film}`)].join('\n'))
  const dee = await world.signIn(await world.anOperator('catalogue'))
  const start = async (of: readonly string[], credits: number, film?: string) => {
    const answer = await world.call('/imports/start', keyed(lines(of, credits, film)), dee)
    await world.runTitleImports()
    return answer
  }
  // Its films are missing: it makes no title yet.
  const { importId } = await start(names, 5, 'not-there.mp4')
  await start(names.slice(1), 80)
  const asked = await world.call('/imports/retry', keyed({ importId }), dee)
  const finance = await world.signIn(await world.anOperator('finance'))
  const { list: waiting } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, finance)
  const { consequence } = waiting.find(({ approvalId }: { approvalId: string }) => approvalId === asked.approvalId)
  expect(consequence).toMatchObject({ titles: UNAPPROVED_MAX + 1, lowestCredits: 5, before: { 'Again-1 燈': 80 } })
  await start(names.slice(0, 1), 80)
  const approve = () => world.call('/approvals/decide', keyed({ id: asked.approvalId, approve: true }), finance)
  expect(await approve()).toMatchObject({ errorCode: 'CONFLICT', message: problems.approvalChanged({}) })
  const again = await world.call('/imports/retry', keyed({ importId }), dee)
  const decision = keyed({ id: again.approvalId, approve: true })
  expect(await world.call('/approvals/decide', decision, finance)).toMatchObject({ outcome: 'approved' })
})

test('a retry counts what its import did not count, whatever else that counted', async () => {
  const head = 'reference,state,titleZh,titleEn,class,vod,credits,year,film'
  const half = UNAPPROVED_MAX / 2 + 1
  const [first, second] = ['T', 'U'].map((mark) => Array.from({ length: half }, (_, at) => `${mark}-${at}`)) as [
    string[],
    string[],
  ]
  const line = (one: string, credits: number, film = '') =>
    `${one},published,燈,${one},IIA,credit,${credits},2024,${film}`
  const start = async (rows: string[], by: Browser) => {
    const answer = await world.call('/imports/start', keyed(fileOf([head, ...rows].join('\n'))), by)
    await world.runTitleImports()
    return answer
  }
  const [dee, eve] = [await world.anOperator('catalogue'), await world.anOperator('catalogue')]
  const [one, other] = [await world.signIn(dee), await world.signIn(eve)]
  await start(
    [...first, ...second].map((each) => line(each, 5)),
    other,
  )
  // The prices of the first half count and are changed; the second half is wrong, and changes no price yet.
  const rows = [...first.map((each) => line(each, 6)), ...second.map((each) => line(each, 5, 'not-there.mp4'))]
  const { importId } = await start(rows, one)
  await start(
    second.map((each) => line(each, 80)),
    other,
  )
  const answer = await world.call('/imports/retry', keyed({ importId }), one)
  expect(answer).toMatchObject({ approvalId: expect.any(String) })
})

test('two pictures of one name are taken for neither', async () => {
  const images = [
    { name: 'key.jpg', image: 'aaaaaaaaaaaaaaaaaaaaaaaa/key.jpg' },
    { name: 'key.jpg', image: 'bbbbbbbbbbbbbbbbbbbbbbbb/key.jpg' },
  ]
  const text = ['reference,titleZh,titleEn,class,keyart', 'W-20,燈,Lamp,IIA,key.jpg'].join('\n')
  const { titles } = await call('check', { ...fileOf(text), images })
  expect(titles[0].problems).toEqual([
    { line: 2, column: 'keyart', message: importProblem({ is: 'fileAmbiguous', file: 'key.jpg' }) },
  ])
  const [image] = images
  expect(await call('check', { ...fileOf(text), images: [image, image] })).toMatchObject({ added: 1, wrong: 0 })
})

test('the template has every column, explained, and imports nothing until its notes are filled in', async () => {
  const file = await download(template, {})
  expect(file).toContain(IMPORT_COLUMN_NAMES.map((name) => `"${name}"`).join(','))
  for (const name of IMPORT_COLUMN_NAMES) expect(file.replaceAll('""', '"')).toContain(en[name])
  expect(await call('check', fileOf(file))).toMatchObject({ total: 0, problems: [{ message: 'The file is empty.' }] })
  const filled = file.replaceAll('"# H', '"H').replaceAll(/"(?:films|posters)\/[^"]*"|"zh-Hant:[^"]*"/g, '""')
  expect(await call('check', fileOf(filled))).toMatchObject({ total: 2, wrong: 0, added: 2 })
})
