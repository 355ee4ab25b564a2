import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { UPLOAD_RESERVE_BYTES } from './uploads.service.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createMediaBench, type MediaBench } from '../../../../test/support/media.ts'

let bench: MediaBench
let clock: TestClock
beforeAll(async () => {
  clock = createTestClock()
  bench = await createMediaBench(() => ({ clock }))
  await bench.test.pool.query(
    'insert into operator (operator_id, email, name, roles, created_at) values ($1, $2, $3, $4, $5)',
    ['op', 'op@harbour.test', 'Op', ['catalogue'], clock.now().toString()],
  )
})
afterAll(() => bench.close())

const uploads = () => bench.media.uploads
const files = async () => (await readdir(join(bench.folder, 'uploads'))).toSorted()

async function anUpload(name = 'a.mp4'): Promise<string> {
  const uploadId = await uploads().create({ operatorId: 'op', name, bytes: 5, role: 'film' })
  await writeFile(uploads().store.fileOf(uploadId), 'bytes')
  return uploadId
}

async function aJob(uploadId: string, state: string): Promise<void> {
  const finished = state === 'queued' ? null : clock.now().toString()
  await bench.test.pool.query(
    `insert into ingest_job (job_id, state, request, created_at, finished_at) values ($1, $2, '{}', $3, $4)`,
    [uploadId, state, clock.now().toString(), finished],
  )
  await bench.test.pool.query('update upload_file set used_by = $1 where upload_id = $1', [uploadId])
}

test('a sweep removes what nothing needs: used, unfinished or unused for a week, and files without a row', async () => {
  const [done, failed, queued, alone] = [await anUpload(), await anUpload(), await anUpload(), await anUpload()]
  await aJob(done, 'done')
  await aJob(queued, 'queued')
  await writeFile(join(bench.folder, 'uploads', 'lost'), '')
  await uploads().sweep()
  expect(await files()).toEqual([failed, queued, alone].toSorted())
  clock.advance('PT100H')
  await aJob(failed, 'failed')
  const later = await anUpload()
  clock.advance('PT67H59M')
  await uploads().sweep()
  expect(await files()).toEqual([failed, queued, alone, later].toSorted())
  clock.advance('PT2M')
  await uploads().sweep()
  expect(await files()).toEqual([failed, queued, later].toSorted())
  clock.advance('PT100H')
  await uploads().sweep()
  expect(await files()).toEqual([queued])
})

test('each part gives an unfinished upload another week', async () => {
  const uploadId = await anUpload()
  clock.advance('PT160H')
  await uploads().receive(await uploads().own(uploadId, 'op'), 1)
  clock.advance('PT160H')
  await uploads().sweep()
  expect(await files()).toContain(uploadId)
})

test('room that an upload under way still needs is not promised again, until it has not come on for two hours', async () => {
  const free = vi.spyOn(uploads().store, 'free').mockResolvedValue(UPLOAD_RESERVE_BYTES + 100)
  clock.advance('PT25H')
  const create = (bytes: number) => uploads().create({ operatorId: 'op', name: 'tram.mp4', bytes, role: 'film' })
  const [first, second] = await Promise.allSettled([create(60), create(60)])
  const refused = [first, second].find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { details: { problem: { is: 'uploadNoRoom', promised: 60 } } } })
  const made = [first, second].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  expect(made).toHaveLength(1)
  // What has arrived is no longer free, nor promised.
  await writeFile(uploads().store.fileOf(made[0]!), 'x'.repeat(50))
  free.mockResolvedValue(UPLOAD_RESERVE_BYTES + 50)
  await expect(create(41)).rejects.toMatchObject({ code: 'CONFLICT' })
  await create(40)
  await expect(create(1)).rejects.toMatchObject({ code: 'CONFLICT' })
  clock.advance('PT10M')
  await uploads().receive(await uploads().own(made[0]!, 'op'), 1)
  clock.advance('PT6M')
  // The other one never had a part.
  const untouched = await create(40)
  await uploads().receive(await uploads().own(untouched, 'op'), 1)
  await expect(create(1)).rejects.toMatchObject({ code: 'CONFLICT' })
  clock.advance('PT121M')
  await create(50)
  free.mockRestore()
})

test('a file that a job uses is not discarded', async () => {
  const uploadId = await anUpload('a film.mp4')
  await aJob(uploadId, 'queued')
  const upload = await uploads().own(uploadId, 'op')
  await expect(uploads().discard(upload)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await files()).toContain(uploadId)
})
