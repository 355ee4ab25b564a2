import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { StoreDown } from '#server/kit/store-down.ts'
import { inTransaction } from '#server/kit/db.ts'
import { createOperatorsWorld, type OperatorsWorld, type TestOperator } from '../../../../test/support/operators.ts'
import { anUpload } from '../../../../test/support/uploaded.ts'
import { createTitleImports } from './index.ts'

let world: OperatorsWorld
let ada: TestOperator
beforeAll(async () => {
  world = await createOperatorsWorld()
  await mkdir(world.importFolder, { recursive: true })
  const image = sharp({ create: { width: 400, height: 600, channels: 3, background: '#136' } }).jpeg()
  await writeFile(join(world.importFolder, 'poster.jpg'), await image.toBuffer())
  await writeFile(join(world.importFolder, 'broken.jpg'), 'no image')
  await writeFile(join(world.importFolder, 'film.mp4'), 'a film')
  await writeFile(join(world.importFolder, 'film.srt'), '1\n00:00:01,000 --> 00:00:02,000\nOne\n')
})
beforeEach(async () => {
  ada = await world.anOperator('catalogue')
})
afterAll(() => world.close())

const HEAD = 'reference,state,titleZh,titleEn,class,vod,year'
let last = 0
/** References are of the whole service. */
const aReference = () => `HM-${++last}`
const aLine = (reference: string, state = 'published') =>
  `${reference},${state},燈${reference},Lamp ${reference},IIA,vip,2026`

const requestOf = (text: string, by = ada) => ({
  operatorId: by.operatorId,
  actor: `operator:${by.name}`,
  fileName: 'titles.csv',
  bytes: Buffer.from(text),
})

const check = (...lines: string[]) => world.titleImports.check(requestOf(lines.join('\n')))

async function runImport(...lines: string[]) {
  const { importId } = await inTransaction(world.db, (tx) => world.titleImports.start(tx, requestOf(lines.join('\n'))))
  await world.runTitleImports()
  const { list } = await world.titleImports.rows({ importId, isOnlyWrong: false }, { limit: 200 })
  return { importId, rows: list, outcomes: list.map(({ outcome }) => outcome) }
}

const editableOf = (programId: string | null) => world.titles.editable(world.db, programId!, { lock: false })
const countOf = async (table: 'title' | 'title_draft' | 'person' | 'ingest_job' | 'imported_title' | 'audit_entry') => {
  const { rows } = await world.pool.query(`select count(*)::int as count from ${table}`)
  return rows[0].count as number
}
const countAll = async () =>
  Promise.all((['title', 'title_draft', 'person', 'ingest_job', 'imported_title', 'audit_entry'] as const).map(countOf))

test('a line is published or kept as a draft as it says, and told in the audit log', async () => {
  const [live, draft, plain] = [aReference(), aReference(), aReference()]
  const { importId, rows, outcomes } = await runImport(HEAD, aLine(live), aLine(draft, 'draft'), aLine(plain, ''))
  expect(outcomes).toEqual(['added', 'added', 'added'])
  expect((await editableOf(rows[0]!.programId)).stored).toMatchObject({
    state: 'published',
    version: 1,
    content: {
      title: { zh_HK: `燈${live}`, en_US: `Lamp ${live}` },
      restriction: 'IIA',
      windows: [{ region: 'HK' }, { region: 'MO' }],
    },
  })
  for (const row of rows.slice(1)) {
    const { stored, drafts } = await editableOf(row.programId)
    expect(stored).toBeUndefined()
    expect(drafts).toMatchObject([{ operatorId: ada.operatorId, content: { vodTypes: ['VIP UNLIMITED WATCH'] } }])
  }
  const { rows: entries } = await world.pool.query(
    'select * from audit_entry where bulk_id = $1 order by audit_entry_id',
    [importId],
  )
  expect(entries).toMatchObject([
    {
      action: 'import title',
      subject: `title:${rows[0]!.programId}`,
      operator_id: ada.operatorId,
      details: { reference: live, published: true },
    },
    { details: { reference: draft, published: false } },
    { details: { reference: plain, published: false } },
  ])
})

test('the same file again does nothing, a changed line makes a new version, and nothing is doubled', async () => {
  const [live, draft] = [aReference(), aReference()]
  const first = await runImport(HEAD, aLine(live), aLine(draft, 'draft'))
  const before = await countAll()
  const again = await runImport(HEAD, aLine(live), aLine(draft, 'draft'))
  expect(again.outcomes).toEqual(['unchanged', 'unchanged'])
  expect(await countAll()).toEqual(before)
  const changed = await runImport(HEAD, aLine(live).replace('IIA', 'IIB'), aLine(draft, 'draft'))
  expect(changed.outcomes).toEqual(['changed', 'unchanged'])
  expect(changed.rows.map(({ programId }) => programId)).toEqual(first.rows.map(({ programId }) => programId))
  expect((await editableOf(first.rows[0]!.programId)).stored).toMatchObject({
    version: 2,
    content: { restriction: 'IIB' },
  })
  const published = await runImport(HEAD, aLine(draft))
  expect(published.outcomes).toEqual(['changed'])
  expect(await editableOf(first.rows[1]!.programId)).toMatchObject({ stored: { version: 1 }, drafts: [] })
})

test('what operators changed since stays; what both changed is told', async () => {
  const reference = aReference()
  const { rows } = await runImport(HEAD, aLine(reference))
  const programId = rows[0]!.programId!
  const { stored } = await editableOf(programId)
  const content = { ...stored!.content, tagline: { zh_HK: '', en_US: 'By hand' }, restriction: 'IIB' as const }
  const [{ publication }, editor] = [world.titles, { operatorId: ada.operatorId, actor: 'operator:ada' }]
  await inTransaction(world.db, (tx) => publication.publish(tx, editor, { programId, content, version: 1 }))
  expect((await runImport(HEAD, aLine(reference))).outcomes).toEqual(['unchanged'])
  const renamed = await runImport(HEAD, aLine(reference).replace('Lamp', 'Light'))
  expect(renamed.outcomes).toEqual(['changed'])
  expect((await editableOf(programId)).stored).toMatchObject({
    version: 3,
    content: { title: { en_US: `Light ${reference}` }, tagline: { en_US: 'By hand' }, restriction: 'IIB' },
  })
  const both = await runImport(HEAD, aLine(reference).replace('Lamp', 'Light').replace('IIA', 'III'))
  expect(both.rows).toMatchObject([
    { outcome: 'wrong', problems: [{ is: 'changedElsewhere', column: 'class', line: 2 }] },
  ])
  expect((await editableOf(programId)).stored).toMatchObject({ version: 3 })
})

test('a dry run says what an import would do, and writes nothing', async () => {
  const [known, fresh, wrong] = [aReference(), aReference(), aReference()]
  await runImport(HEAD, aLine(known))
  const before = await countAll()
  const head = `${HEAD},directors,actors,film,keyart`
  const lines = [
    `${aLine(known)},,,,`,
    `${aLine(fresh)},新人${fresh},新人${fresh};另一人${fresh},film.mp4,poster.jpg`,
    `${aLine(wrong).replace('2026', '98')},,,gone.mp4,broken.txt`,
  ]
  const report = await check(head, ...lines)
  expect(report.titles.map(({ outcome, ingests }) => [outcome, ingests])).toEqual([
    ['unchanged', 0],
    ['added', 1],
    ['wrong', 0],
  ])
  expect(report.newPeople).toHaveLength(2)
  expect(report.titles[2]!.problems).toMatchObject([
    { line: 4, column: 'year', is: 'notNumber' },
    { line: 4, column: 'film', is: 'fileUnknown' },
    { line: 4, column: 'keyart', is: 'imageRefused' },
  ])
  expect(await countAll()).toEqual(before)
  const { rows, outcomes } = await runImport(head, ...lines)
  expect(outcomes).toEqual(['unchanged', 'added', 'wrong'])
  const { stored } = await editableOf(rows[1]!.programId)
  expect(stored!.content.directors[0]).toEqual(stored!.content.actors[0])
  expect(stored!.content.images.keyart).toMatch(/^[0-9a-f]{24}\/poster\.jpg$/)
})

test('people are matched by an exact name, made once for all lines, and never taken for another of the name', async () => {
  const [one, two, three] = [aReference(), aReference(), aReference()]
  const name = `名${one}`
  const head = `${HEAD},actors`
  const first = await runImport(head, `${aLine(one)},${name} / N ${one}`, `${aLine(two)},N ${one}`)
  expect(first.outcomes).toEqual(['added', 'added'])
  const [a, b] = await Promise.all(first.rows.map(({ programId }) => editableOf(programId)))
  expect(a!.stored!.content.actors).toEqual(b!.stored!.content.actors)
  await inTransaction(world.db, (tx) => world.people.save(tx, { name: { zh_HK: name, en_US: 'Another' } }))
  const { rows } = await runImport(head, `${aLine(three)},${name}`)
  expect(rows).toMatchObject([{ outcome: 'wrong', problems: [{ column: 'actors', is: 'personAmbiguous', name }] }])
  const { personId } = a!.stored!.content.actors[0]!
  expect((await runImport(head, `${aLine(three)},id:${personId}`)).outcomes).toEqual(['added'])
})

test('films below the folder become ingests of the title, once, and again when the file is another or the ingest failed', async () => {
  const reference = aReference()
  await copyFile(join(world.importFolder, 'film.mp4'), join(world.importFolder, `${reference}.mp4`))
  const lines = [`${HEAD},film,subtitle`, `${aLine(reference)},${reference}.mp4,en:film.srt`]
  const { importId, rows } = await runImport(...lines)
  const jobs = async () => {
    const found = await world.pool.query<{
      job_id: string
      state: string
      request: { title: object; sources: object[] }
    }>(`select * from ingest_job where request->'title'->>'programId' = $1 order by created_at, job_id`, [
      rows[0]!.programId,
    ])
    return found.rows
  }
  const [job] = await jobs()
  expect(job).toMatchObject({
    state: 'queued',
    request: {
      title: { programGuid: rows[0]!.programId },
      sources: [{ role: 'film', subtitles: [{ language: 'en' }] }],
    },
  })
  expect((await runImport(...lines)).outcomes).toEqual(['unchanged'])
  expect(await jobs()).toHaveLength(1)
  expect(await world.titleImports.find(importId)).toMatchObject({ added: 1, ingests: { open: 1, done: 0, failed: 0 } })

  await world.pool.query(`update ingest_job set state = 'cancelled' where job_id = $1`, [job!.job_id])
  expect((await runImport(...lines)).outcomes).toEqual(['unchanged'])
  const by = { operatorId: '', editorId: '', actor: 'operator:ida', approvedBy: undefined }
  const retry = { ...by, importId, counted: [] }
  expect(await inTransaction(world.db, (tx) => world.titleImports.retry(tx, retry))).toBe(1)
  await world.runTitleImports()
  expect(await jobs()).toHaveLength(2)
  expect(await world.titleImports.find(importId)).toMatchObject({ ingests: { open: 1, failed: 0 } })

  await writeFile(join(world.importFolder, `${reference}.mp4`), 'a longer film')
  expect((await runImport(...lines)).outcomes).toEqual(['changed'])
  expect(await jobs()).toHaveLength(3)
  // Once imported, the file may be moved away.
  await rm(join(world.importFolder, `${reference}.mp4`))
  expect((await runImport(...lines)).outcomes).toEqual(['unchanged'])
})

test('uploads are known by their names, those of other operators are not', async () => {
  const [own, other] = [aReference(), aReference()]
  await anUpload(world, ada, { name: `${own}.mp4`, content: 'mine' })
  await anUpload(world, await world.anOperator('catalogue'), { name: `${other}.mp4` })
  const { rows } = await runImport(
    `${HEAD},film`,
    `${aLine(own, 'draft')},films/${own}.mp4`,
    `${aLine(other, 'draft')},${other}.mp4`,
  )
  expect(rows).toMatchObject([
    { outcome: 'added', ingests: { open: 1 } },
    { outcome: 'wrong', problems: [{ column: 'film', is: 'fileUnknown', file: `${other}.mp4` }] },
  ])
})

test('the exact path below the folder goes before an upload of its name', async () => {
  const reference = aReference()
  const path = join(world.importFolder, reference, reference)
  await mkdir(join(path, '..'))
  await writeFile(`${path}.mp4`, 'the film of the folder')
  await copyFile(join(world.importFolder, 'poster.jpg'), `${path}.jpg`)
  await anUpload(world, ada, { name: `${reference}.mp4`, content: 'left over' })
  const text = [
    `${HEAD},film,keyart`,
    `${aLine(reference)},${reference}/${reference}.mp4,${reference}/${reference}.jpg`,
  ]
  const images = { [`${reference}.jpg`]: 'ffffffffffffffffffffffff/left-over.jpg' }
  const request = { ...requestOf(text.join('\n')), images }
  await inTransaction(world.db, (tx) => world.titleImports.start(tx, request))
  await world.runTitleImports()
  const { rows } = await world.pool.query('select files from imported_title where reference = $1', [reference])
  expect(rows[0].files.film.bytes).toBe('the film of the folder'.length)
  expect(rows[0].files['images.keyart'].bytes).toBeGreaterThan(0)
})

test('an upload or a picture whose name several files have is taken for none of them, as the dry run tells', async () => {
  const [one, two, alone] = [aReference(), aReference(), aReference()]
  await anUpload(world, ada, { name: `${one}.mp4`, content: 'of the first' })
  await anUpload(world, ada, { name: `${alone}.mp4`, content: 'a film' })
  await anUpload(world, ada, { name: `${alone}.mp4`, content: 'another film' })
  const text = [
    `${HEAD},film,keyart`,
    `${aLine(one, 'draft')},a/${one}.mp4,a/${one}.jpg`,
    `${aLine(two, 'draft')},b/${one}.mp4,b/${one}.jpg`,
    `${aLine(alone, 'draft')},${alone}.mp4,${alone}.jpg`,
  ].join('\n')
  const images = { [`${one}.jpg`]: 'ffffffffffffffffffffffff/one.jpg', [`${alone}.jpg`]: null }
  const request = { ...requestOf(text), images }
  const ambiguous = (file: string) => [
    { column: 'film', is: 'fileAmbiguous', file: `${file}.mp4` },
    { column: 'keyart', is: 'fileAmbiguous', file: `${file}.jpg` },
  ]
  const expected = [`a/${one}`, `b/${one}`, alone].map((file) => ({ outcome: 'wrong', problems: ambiguous(file) }))
  expect((await world.titleImports.check(request)).titles).toMatchObject(expected)
  const { importId } = await inTransaction(world.db, (tx) => world.titleImports.start(tx, request))
  await world.runTitleImports()
  const { list } = await world.titleImports.rows({ importId, isOnlyWrong: false }, { limit: 200 })
  expect(list).toMatchObject(expected)
})

test('a film that was uploaded again after a job used it is the new one', async () => {
  const reference = aReference()
  const lines = [`${HEAD},film`, `${aLine(reference, 'draft')},${reference}.mp4`]
  await anUpload(world, ada, { name: `${reference}.mp4`, content: 'spoilt' })
  expect((await runImport(...lines)).outcomes).toEqual(['added'])
  world.clock.advance('PT1M')
  await anUpload(world, ada, { name: `${reference}.mp4`, content: 'as it should be' })
  expect((await runImport(...lines)).outcomes).toEqual(['changed'])
})

test('episodes come with their series or later, and are never removed', async () => {
  const reference = aReference()
  const head = `${HEAD},season,episode,film`
  const episode = (number: number, title: string) => `${reference},,${title},E${number},,,,1,${number},film.mp4`
  const { rows } = await runImport(head, `${aLine(reference)},,,`, episode(1, '一'), episode(2, '二'))
  const programId = rows[0]!.programId
  expect(rows).toMatchObject([{ outcome: 'added', ingests: { open: 2 } }])
  expect((await editableOf(programId)).stored!.content).toMatchObject({
    programType: 'drama',
    episodes: [
      { episode: 1, title: { zh_HK: '一' } },
      { episode: 2, title: { zh_HK: '二' } },
    ],
  })
  const later = await runImport(head, episode(3, '三'), episode(1, '壹'))
  expect(later.outcomes).toEqual(['changed'])
  const { episodes } = (await editableOf(programId)).stored!.content
  expect(episodes.map(({ title }) => title.zh_HK)).toEqual(['壹', '二', '三'])
  const unknown = await runImport(head, episode(1, '一').replace(reference, `${reference}-x`))
  expect(unknown.rows).toMatchObject([{ outcome: 'wrong', problems: [{ is: 'seriesUnknown' }] }])
})

test('what publication needs is told in its column, and a title that is withdrawn stays so', async () => {
  const [film, live] = [aReference(), aReference()]
  const { rows } = await runImport(HEAD, `${film},published,燈,,III,,2026`, aLine(live))
  expect(rows[0]!.problems).toMatchObject([
    { column: 'titleEn', is: 'titleIssue', code: 'TITLE_NEEDED' },
    { column: 'vod', is: 'titleIssue', code: 'VOD_TYPE_NEEDED' },
  ])
  const [{ publication }, editor] = [world.titles, { operatorId: ada.operatorId, actor: 'operator:ada' }]
  await inTransaction(world.db, (tx) => publication.withdraw(tx, editor, { programId: rows[1]!.programId! }))
  expect((await runImport(HEAD, aLine(live))).outcomes).toEqual(['unchanged'])
  const again = await runImport(HEAD, aLine(live).replace('IIA', 'I'))
  expect(again.rows).toMatchObject([{ outcome: 'wrong', problems: [{ column: 'state', is: 'changedElsewhere' }] }])
})

test('a picture that cannot be read is told, and stops no other line', async () => {
  const [bad, good] = [aReference(), aReference()]
  const { rows } = await runImport(`${HEAD},keyart`, `${aLine(bad)},broken.jpg`, `${aLine(good)},poster.jpg`)
  expect(rows).toMatchObject([
    { outcome: 'wrong', problems: [{ column: 'keyart', is: 'imageRefused', file: 'broken.jpg' }] },
    { outcome: 'added' },
  ])
})

test('two imports of one file at once make each title once', async () => {
  const references = Array.from({ length: 12 }, aReference)
  const text = [`${HEAD},actors`, ...references.map((one) => `${aLine(one)},同一人`)].join('\n')
  for (const by of [ada, await world.anOperator('catalogue')])
    await inTransaction(world.db, (tx) => world.titleImports.start(tx, requestOf(text, by)))
  await Promise.all([1, 2, 3].map(() => world.runTitleImports()))
  await world.runTitleImports()
  const made = await world.pool.query(
    `select (select count(*)::int from title where title_en = any($1)) as titles, (select count(*)::int from person where name_zh = '同一人') as people`,
    [references.map((one) => `Lamp ${one}`)],
  )
  expect(made.rows).toEqual([{ titles: references.length, people: 1 }])
})

test('a row that another worker holds is left to it, and asked for no further time', async () => {
  const [first, second] = [aReference(), aReference()]
  for (const one of [first, second])
    await copyFile(join(world.importFolder, 'poster.jpg'), join(world.importFolder, `${one}.jpg`))
  const lines = [first, second].map((one) => `${aLine(one)},${one}.jpg`)
  const request = requestOf([`${HEAD},keyart`, ...lines].join('\n'))
  const { importId } = await inTransaction(world.db, (tx) => world.titleImports.start(tx, request))
  const other = await world.pool.connect()
  const read: string[] = []
  const add = async (bytes: Uint8Array, name: string) => {
    if (read.push(name) > 2) throw new Error('asked for again')
    if (read.length === 1) {
      await other.query('begin')
      await other.query('select from title_import_row where import_id = $1 and position = 1 for update', [importId])
    }
    return world.images.add(bytes, name)
  }
  try {
    const { db, clock, titles, people, media, importFolder: folder } = world
    const worker = createTitleImports({ db, clock, titles, people, media, folder, images: { add } })
    await worker.carryOutDue({ log: pino({ level: 'silent' }), importId })
    expect(await world.titleImports.find(importId)).toMatchObject({ added: 1, wrong: 0, finishedAt: null })
    await worker.carryOutDue({ log: pino({ level: 'silent' }), importId })
    expect(read).toEqual([`${first}.jpg`, `${second}.jpg`])
  } finally {
    await other.query('rollback')
    other.release()
  }
  await world.runTitleImports()
  expect(await world.titleImports.find(importId)).toMatchObject({ added: 2, wrong: 0 })
})

test.each([
  Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  new StoreDown(new Error('no answer')),
])('%s: the titles are left for later', async (thrown) => {
  const reference = aReference()
  await copyFile(join(world.importFolder, 'poster.jpg'), join(world.importFolder, `${reference}.jpg`))
  const request = requestOf([`${HEAD},keyart`, `${aLine(reference)},${reference}.jpg`].join('\n'))
  const { importId } = await inTransaction(world.db, (tx) => world.titleImports.start(tx, request))
  const add = () => Promise.reject(thrown)
  const full = createTitleImports({ ...world, folder: world.importFolder, images: { add } })
  await expect(full.carryOutDue({ log: pino({ level: 'silent' }), importId })).rejects.toThrow(thrown.message)
  const found = () => world.titleImports.find(importId)
  expect(await found()).toMatchObject({ added: 0, wrong: 0, finishedAt: null })
  await world.runTitleImports()
  expect(await found()).toMatchObject({ added: 1, wrong: 0 })
})
