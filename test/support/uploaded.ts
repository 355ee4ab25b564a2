import { writeFile } from 'node:fs/promises'
import { newContentKey, wrapKey } from '#server/domains/media/content-key.ts'
import { inTransaction } from '#server/kit/db.ts'
import type { UploadKind } from '#contract/admin/uploads.ts'
import { anAsset } from './catalogue.ts'
import type { OperatorsWorld, TestOperator } from './operators.ts'

let made = 0

/** A film of the catalogue that has no media yet. @returns its id */
export async function aFilm({ pool }: Pick<OperatorsWorld, 'pool'>, restriction = 'I'): Promise<string> {
  const programId = `film-${++made}`
  await pool.query(
    `insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year, created_at, updated_at)
      values ($1, 'movie', 'movie', $2, $3, $4, '{FREE TO WATCH}', 2026, now(), now())`,
    [programId, `戲 ${made}`, `A film ${made}`, restriction],
  )
  return programId
}

type Owner = Pick<TestOperator, 'operatorId'>

interface Given {
  name?: string
  role?: UploadKind
  content?: string | Buffer
}

/** A file that has arrived completely. @returns the id of its upload */
export async function anUpload(
  { media: { uploads }, mediaDeps: { store } }: Pick<OperatorsWorld, 'media' | 'mediaDeps'>,
  { operatorId }: Owner,
  { name = '戲.mp4', role = 'film', content = 'no film' }: Given = {},
): Promise<string> {
  const bytes = Buffer.byteLength(content)
  const uploadId = await uploads.create({ operatorId, name, bytes, role })
  const file = uploads.store.fileOf(uploadId)
  if (uploads.store.isShared)
    await store.put(file, { bytes: Buffer.from(content) }, { contentType: 'application/octet-stream' })
  else await writeFile(file, content)
  await uploads.complete(uploadId)
  return uploadId
}

const MASTER = [
  '#EXTM3U',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="粵語",LANGUAGE="yue",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio-0/index.m3u8"',
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="繁體中文",LANGUAGE="zh-Hant",DEFAULT=YES,URI="sub-zh-Hant/index.m3u8"',
].join('\n')

/** What a film plays, of which there is only the list of its tracks. @returns its id */
export async function aPlayedAsset(world: Pick<OperatorsWorld, 'pool' | 'db' | 'attachAsset' | 'mediaDeps'>) {
  const { pool, db, mediaDeps, attachAsset } = world
  const programGuid = await aFilm(world)
  const { assetId, facts } = anAsset(programGuid, { frameKeys: [] })
  const key = wrapKey(newContentKey(), { masterKey: mediaDeps.masterKey, assetId })
  await pool.query(
    `insert into asset (asset_id, kind, state, program_guid, source_name, content_key, facts, duration_ms, max_resolution, created_at, ready_at)
      values ($1, 'film', 'ready', $2, 'first.mp4', $3, $4, $5, 'HD', now(), now())`,
    [assetId, programGuid, key, JSON.stringify(facts), facts.durationMs],
  )
  await inTransaction(db, (tx) => attachAsset(tx, { programGuid, role: 'film', assetId, facts }))
  const master = Buffer.from(MASTER)
  await mediaDeps.store.put(
    `a/${assetId}/master.m3u8`,
    { bytes: master },
    { contentType: 'application/vnd.apple.mpegurl' },
  )
  return { assetId, programGuid }
}

/** An ingest of one uploaded film, which waits. @returns its job */
export async function anIngest(
  world: Pick<OperatorsWorld, 'pool' | 'media' | 'mediaDeps' | 'db'>,
  owner: Owner,
): Promise<string> {
  const programId = await aFilm(world)
  const uploadId = await anUpload(world, owner)
  const ingest = {
    title: { programId, programGuid: programId },
    hasPreview: true,
    sources: [{ uploadId, role: 'film' as const, subtitles: [] }],
    operatorId: owner.operatorId,
  }
  return inTransaction(world.db, (tx) => world.media.uploadedIngests.start(tx, ingest))
}
