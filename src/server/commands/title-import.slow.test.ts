import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../test/support/full.ts'
import { createOperatorsWorld, type OperatorsWorld } from '../../../test/support/operators.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
/** The catalogue of an operator who moves in. */
const TITLES = isFull ? 1_000 : 150
const POSTERS = 20
const PEOPLE = 60

let world: OperatorsWorld
let folder: string
beforeAll(async () => {
  world = await createOperatorsWorld()
  folder = await mkdtemp(join(tmpdir(), 'harbour-title-import-'))
  for (const part of ['films', 'posters', 'data']) await mkdir(join(folder, part))
  for (let n = 0; n < POSTERS; n++) {
    const background = { r: n * 12, g: 90, b: 130 }
    await sharp({ create: { width: 600, height: 900, channels: 3, background } })
      .jpeg()
      .toFile(join(folder, 'posters', `${n}.jpg`))
  }
  const head =
    'reference,state,titleZh,titleEn,class,vod,credits,genre,year,windows,descriptionZh,descriptionEn,actors,keyart,film'
  const lines: string[] = [head]
  for (let n = 0; n < TITLES; n++) {
    await writeFile(join(folder, 'films', `${n}.mp4`), `film ${n}`)
    const actors = [n % PEOPLE, (n * 7 + 1) % PEOPLE].map((at) => `人${at} / Person ${at}`).join('; ')
    const state = n % 3 === 0 ? 'draft' : 'published'
    lines.push(
      `HM-${n},${state},片${n},Title ${n},IIA,credit,20,drama,2020,HK 2026-12-01..,"簡介${n}，\n第二行","About ${n}, ""twice""",${actors},posters/${n % POSTERS}.jpg,films/${n}.mp4`,
    )
  }
  await writeFile(join(folder, 'titles.csv'), lines.join('\r\n'))
  await world.anOperator('catalogue')
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const startCommand = (...args: string[]) =>
  spawn(process.execPath, [MAIN, 'ingest', '--manifest', join(folder, 'titles.csv'), '--folder', folder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: world.url, DATA_DIR: join(folder, 'data'), MASTER_KEY, LOG_LEVEL: 'silent' },
  })

async function run(...args: string[]): Promise<{ printed: string; errors: string; code: number }> {
  const child = startCommand(...args)
  const [printed, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { printed, errors, code: code as number }
}

async function counts() {
  const { rows } = await world.pool.query<Record<string, number>>(`
    select (select count(*)::int from title) as titles, (select count(distinct program_id)::int from title_draft) as drafts,
      (select count(*)::int from person) as people, (select count(*)::int from ingest_job) as jobs,
      (select count(*)::int from imported_title) as imported, (select count(*)::int from image) as images,
      (select count(*)::int from audit_entry where action = 'import title') as entries`)
  return rows[0]!
}

const drafts = Math.ceil(TITLES / 3)
const ALL = {
  titles: TITLES - drafts,
  drafts,
  people: PEOPLE,
  jobs: TITLES,
  imported: TITLES,
  images: POSTERS,
  entries: TITLES,
}

test('a catalogue moves in, however often the command is killed, and nothing is doubled', async () => {
  const empty = await counts()
  const tried = await run('--dry-run')
  expect(tried).toMatchObject({ code: 0, errors: '' })
  expect(tried.printed).toContain(
    `Would import: ${TITLES} new, 0 changed, 0 unchanged, 0 with errors; ${PEOPLE} new people, ${TITLES} films to encode.`,
  )
  expect(await counts()).toEqual(empty)

  for (const share of [0.1, 0.4, 0.7]) {
    const child = startCommand()
    const exited = once(child, 'exit')
    await expect.poll(async () => (await counts()).imported, { timeout: 60_000 }).toBeGreaterThan(TITLES * share)
    child.kill('SIGKILL')
    await exited
    expect((await counts()).imported).toBeLessThan(TITLES)
  }
  const report = join(folder, 'report.csv')
  const last = await run('--report', report)
  expect(last.code).toBe(0)
  expect(await counts()).toEqual(ALL)
  expect((await readFile(report, 'utf8')).split('\r\n')).toHaveLength(TITLES + 2)

  const again = await run()
  expect(again.printed).toContain(`Imported: 0 new, 0 changed, ${TITLES} unchanged, 0 with errors; 0 films to encode.`)
  expect(await counts()).toEqual(ALL)
})

test('a line that is wrong is told with its place, in the language that is asked for, and the others are imported', async () => {
  const file = join(folder, 'some.csv')
  await writeFile(file, 'reference,titleZh,titleEn,class\nX-1,甲,A,IV\nX-2,乙,B,I\n')
  const wrong = await run('--manifest', file, '--language', 'zh_HK')
  expect(wrong.code).toBe(1)
  expect(wrong.errors).toContain('第 2 行 class: 沒有「IV」')
  expect(wrong.printed).toContain('新增 1，更改 0，不變 0，有誤 1')
})
