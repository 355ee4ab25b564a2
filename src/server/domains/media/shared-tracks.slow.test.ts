import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploadStore } from '#server/adapters/storage/upload-store.ts'
import { inTransaction } from '#server/kit/db.ts'
import { FAST, makeClip, playTrack, streamOf, testImage, textOf, tone } from '../../../../test/support/media.ts'
import { createOperatorsWorld, type OperatorsWorld, type TestOperator } from '../../../../test/support/operators.ts'
import { openS3Store } from '../../../../test/support/s3.ts'
import { aFilm, anUpload } from '../../../../test/support/uploaded.ts'

const FILM_SECONDS = 4
const SRT = '1\n00:00:00,000 --> 00:00:02,000\n船開了\n'

let folder: string
let s3: Awaited<ReturnType<typeof openS3Store>>
let world: OperatorsWorld
let operator: TestOperator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-shared-tracks-'))
  s3 = await openS3Store(folder)
  const { store, settings } = s3
  const address = { address: 's3://media', folder: '', region: 'us-east-1', ...settings }
  const uploadStore = await openUploadStore(address, { store, find: async () => undefined })
  world = await createOperatorsWorld({ mediaDeps: { masterKey: Buffer.alloc(32, 7), store, uploadStore } })
  operator = await world.anOperator('catalogue')
})
afterAll(async () => {
  await world.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const upload = async (name: string, role: 'film' | 'audio' | 'subtitle', content: string | Buffer) =>
  anUpload(world, operator, { name, role, content })

const clip = async (name: string, ...args: string[]) => readFile(await makeClip(join(folder, name), ...args))

async function playedBy(programGuid: string): Promise<string> {
  const { rows } = await world.pool.query('select asset_id from title_asset where program_guid = $1', [programGuid])
  return rows[0].asset_id as string
}

test('tracks are added to a film whose parts and uploads are objects of S3; the picture is copied there, not encoded', async () => {
  const programGuid = await aFilm(world)
  const { operatorId } = operator
  const picture = testImage('320x180', FILM_SECONDS)
  const film = await clip('film.mp4', ...picture, ...tone(FILM_SECONDS), ...FAST, '-c:a', 'aac')
  const source = { uploadId: await upload('film.mp4', 'film', film), role: 'film' as const, subtitles: [] }
  const title = { programId: programGuid, programGuid }
  const ingest = await inTransaction(world.db, (tx) =>
    world.media.uploadedIngests.start(tx, { title, hasPreview: true, sources: [source], operatorId }),
  )
  expect(await world.media.ingest.run(ingest)).toBe('done')
  const assetId = await playedBy(programGuid)

  const dub = await clip('dub.m4a', ...tone(FILM_SECONDS, 880))
  const label = { name: null, isDefault: false }
  const add = [
    { uploadId: await upload('dub.m4a', 'audio', dub), kind: 'audio' as const, language: 'cmn', ...label },
    { uploadId: await upload('film.srt', 'subtitle', SRT), kind: 'subtitle' as const, language: 'zh-HK', ...label },
  ]
  const { jobId } = await inTransaction(world.db, (tx) =>
    world.media.uploadedIngests.changeTracks(tx, { assetId, add, remove: [], labels: [], operatorId }),
  )
  expect(await world.media.ingest.run(jobId)).toBe('done')
  const edition = await playedBy(programGuid)
  expect(edition).not.toBe(assetId)
  const master = await textOf(s3.store, `a/${edition}/master.m3u8`)
  expect(master).toContain('LANGUAGE="cmn"')
  expect(await textOf(s3.store, `a/${edition}/sub-zh-Hant/zh-Hant.vtt`)).toContain('船開了')
  const rung = /^(v\d+)\/index\.m3u8$/m.exec(master)![1]!
  const [before, after] = await Promise.all(
    [assetId, edition].map((one) => s3.store.stat(`a/${one}/${rung}/00001.m4s`)),
  )
  expect(after?.size).toBe(before?.size)
  const key = (await world.media.contentKey(edition))!
  const { file } = await playTrack({ store: s3.store, folder }, `a/${edition}/${rung}`, key)
  expect((await streamOf(file, 'nb_read_packets')).nb_read_packets).toBe(String(FILM_SECONDS * 25))
  // Uploads that were used go.
  expect(await Array.fromAsync(s3.store.list('uploads/'))).toEqual([])
})
