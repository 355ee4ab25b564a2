import { type Db, sql } from '#server/kit/db.ts'
import type { ImageType } from './ports.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    upload: {
      upload_id: string
      token_hash: Buffer
      content_type: ImageType
      bytes: number
      width: number
      height: number
      uploaded_at: Instant
      expires_at: Instant | null
    }
  }
}

export interface NewUpload {
  readonly uploadId: string
  readonly tokenHash: Buffer
  readonly contentType: ImageType
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly at: Instant
  readonly expiresAt: Instant
}

export async function insertUpload(db: Db, { tokenHash, contentType, ...upload }: NewUpload): Promise<void> {
  await db
    .insertInto('upload')
    .values({
      upload_id: upload.uploadId,
      token_hash: tokenHash,
      content_type: contentType,
      bytes: upload.bytes,
      width: upload.width,
      height: upload.height,
      uploaded_at: upload.at,
      expires_at: upload.expiresAt,
    })
    .execute()
}

/** @returns undefined when there is none, or it is already claimed */
export async function claimUpload(
  tx: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Instant },
): Promise<string | undefined> {
  const claimed = await tx
    .updateTable('upload')
    .set({ expires_at: null })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('upload_id')
    .executeTakeFirst()
  return claimed?.upload_id
}

export async function findUpload(
  db: Db,
  { uploadId, now }: { uploadId: string; now: Instant },
): Promise<ImageType | undefined> {
  const { rows } = await sql<{ contentType: ImageType }>`
    select content_type as "contentType" from upload
    where upload_id = ${uploadId} and (expires_at is null or expires_at > ${now})`.execute(db)
  return rows[0]?.contentType
}

export async function expireUploads(
  tx: Db,
  { uploadIds, at }: { uploadIds: readonly string[]; at: Instant },
): Promise<void> {
  await sql`update upload set expires_at = ${at} where upload_id = any(${uploadIds})`.execute(tx)
}

export async function findExpired(db: Db, { now, limit }: { now: Instant; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select upload_id as id from upload where expires_at <= ${now} order by expires_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteUpload(db: Db, uploadId: string): Promise<void> {
  await db.deleteFrom('upload').where('upload_id', '=', uploadId).execute()
}
