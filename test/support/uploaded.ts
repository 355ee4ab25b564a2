import { writeFile } from 'node:fs/promises'
import { inTransaction } from '#server/kit/db.ts'
import type { UploadKind } from '#contract/admin/uploads.ts'
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
  { media: { uploads } }: Pick<OperatorsWorld, 'media'>,
  { operatorId }: Owner,
  { name = '戲.mp4', role = 'film', content = 'no film' }: Given = {},
): Promise<string> {
  const bytes = Buffer.byteLength(content)
  const uploadId = await uploads.create({ operatorId, name, bytes, role })
  await writeFile(uploads.store.fileOf(uploadId), content)
  await uploads.complete(uploadId)
  return uploadId
}

/** An ingest of one uploaded film, which waits. @returns its job */
export async function anIngest(world: Pick<OperatorsWorld, 'pool' | 'media' | 'db'>, owner: Owner): Promise<string> {
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
