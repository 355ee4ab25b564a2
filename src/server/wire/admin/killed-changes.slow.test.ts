import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, expect, test } from 'vitest'
import type { TitleContent } from '#contract/admin/titles.ts'
import { inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { isFull } from '../../../../test/support/full.ts'
import { type Browser, keyed, operatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { randomMoment } from '../../../../test/support/random-moment.ts'
import { seededRandom } from '../../../../test/support/seeded-random.ts'
import type { EditorWork } from '../../../../test/support/title-editor.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

const EDITOR = join(import.meta.dirname, '../../../../test/support/title-editor.ts')
const TITLES = isFull ? 400 : 120
const KILLS = isFull ? 20 : 5
const random = seededRandom(Number(process.env.CRASH_SEED ?? 20261130))

let world: OperatorsWorld
let ann: Browser
let programIds: string[]
beforeEach(async () => {
  world = await operatorsWorld()
  ann = await world.signIn(await world.anOperator('catalogue'))
  const { operatorId } = await world.anOperator('catalogue')
  programIds = Array.from({ length: TITLES }, () => newId())
  await inTransaction(world.db, async (tx) => {
    const editor = { operatorId, actor: 'operator:ida' }
    for (const programId of programIds)
      await world.titles.publication.publish(tx, editor, { programId, content: aTitleContent(), version: undefined })
  })
})

/** `lines` are of what the process has answered. */
function startEditor(work: EditorWork) {
  const child = spawn(process.execPath, [EDITOR, world.url, JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines: string[] = []
  const started = Promise.withResolvers<void>()
  const read = (async () => {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      started.resolve()
    }
  })()
  return { child, lines, started: started.promise, ended: Promise.all([exited, read]) }
}

/** Changed titles, and what has to be as many: versions that were made, entries of the audit log, and what the work itself has written. */
async function counts(changed: { action: string; own: string }) {
  const { rows } = await world.pool.query<Record<string, number>>(
    `select (select count(*)::int from title where version = 2) as titles,
      (select count(*)::int from title_version where version = 2) as versions,
      (select count(*)::int from audit_entry where action = $1 and subject like 'title:%') as entries,
      (${changed.own}) as own,
      (select count(*)::int from title where version > 2) as twice,
      (select count(*)::int from title where version = 2 and (title_zh = '新名') <> (title_en = 'New Name')) as halves`,
    [changed.action],
  )
  return rows[0]!
}

const whole = (titles: number) => ({ titles, versions: titles, entries: titles, own: titles, twice: 0, halves: 0 })

test('whenever a node is killed during publications, each is whole with its entry and its answer, or did not happen', async () => {
  const draft: TitleContent = aTitleContent({ title: { zh_HK: '新名', en_US: 'New Name' } })
  const publications = programIds.map((programId) => keyed({ programId, draft, version: 1 }))
  const token = ann.cookies.get('harbour_console')!
  const made = {
    action: 'publish title',
    own: `select count(*)::int from operator_request where answer->>'version' = '2'`,
  }
  let unfinished = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const editor = startEditor({ token, publications })
    await editor.started
    await randomMoment(random, 400)
    editor.child.kill('SIGKILL')
    await editor.ended
    const found = await counts(made)
    expect(found).toEqual(whole(found.titles!))
    const answered = editor.lines.filter((line) => line.includes(' SUCCESS')).length
    expect(found.titles).toBeGreaterThanOrEqual(answered)
    if (found.titles! < TITLES) unfinished++
  }
  // A kill after the last publication proves nothing.
  expect(unfinished).toBeGreaterThan(0)
  const last = startEditor({ token, publications })
  await last.ended
  expect(last.lines.filter((line) => line.includes(' SUCCESS'))).toHaveLength(TITLES)
  expect(await counts(made)).toEqual(whole(TITLES))
})

test('whenever a worker is killed during a bulk change, each title is changed once with its entry, and the undo too', async () => {
  const titles = programIds.map((programId) => ({ programId, version: 1 }))
  const change = { field: 'genres', add: ['horror'], remove: [] }
  const { jobId } = await world.call('/titles/bulk', keyed({ titles, change }), ann)
  const made = {
    action: 'change title',
    own: `select count(*)::int from bulk_row where made_version = 2 and outcome = 'changed'`,
  }
  let unfinished = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = startEditor({ bulk: true })
    await worker.started
    await randomMoment(random, 300)
    worker.child.kill('SIGKILL')
    await worker.ended
    const found = await counts(made)
    expect(found).toEqual(whole(found.titles!))
    if (found.titles! < TITLES) unfinished++
  }
  expect(unfinished).toBeGreaterThan(0)
  await startEditor({ bulk: true }).ended
  expect(await counts(made)).toEqual(whole(TITLES))
  expect(await world.call('/titles/bulkJob', { jobId }, ann)).toMatchObject({ changed: TITLES, skipped: 0 })

  const undo = await world.call('/titles/undoBulk', keyed({ jobId }), ann)
  const worker = startEditor({ bulk: true })
  await worker.started
  await randomMoment(random, 200)
  worker.child.kill('SIGKILL')
  await worker.ended
  await startEditor({ bulk: true }).ended
  expect(await world.call('/titles/bulkJob', { jobId: undo.jobId }, ann)).toMatchObject({ changed: TITLES, skipped: 0 })
  const { content } = await world.call('/titles/find', { programId: programIds[0] }, ann)
  expect(content.genres).toEqual(['drama'])
})
