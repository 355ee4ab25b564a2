import type { Kysely } from 'kysely'
import { UPLOAD_DAYS, type UploadKind } from '#contract/admin/uploads.ts'
import { SOURCE_MAX_BYTES } from '#contract/ingest.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inTransaction, lockByName, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { runningEncoders } from '#server/kit/nodes.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { MediaDeps } from './ports.ts'
import {
  deleteSpent,
  deleteUpload,
  findNamedUploads,
  findUnfinished,
  findUpload,
  insertUpload,
  knownUploads,
  markComplete,
  noteReceived,
  type UploadRow,
} from './uploads.repo.ts'

/** Of the disk that has the uploads: the database and the encoder must go on. */
export const UPLOAD_RESERVE_BYTES = 5e9

export interface UploadRequest {
  readonly operatorId: string
  readonly name: string
  readonly bytes: number
  readonly role: UploadKind
  readonly programId?: string | undefined
}

/** An upload without a part since then keeps no room: it may never go on. Shorter before its first part. */
const PROMISED_MINUTES = { begun: 120, untouched: 15 }

type RecordUpload = (tx: Tx, uploadId: string) => Promise<void>

export type UploadsDeps = Pick<MediaDeps, 'uploadStore' | 'transcoder' | 'nodeId' | 'lock'> & {
  readonly db: Kysely<Database>
  readonly clock: Clock
}

export type Uploads = ReturnType<typeof createUploads>

/** Files that come in parts, of the operator who sends them. What is complete can be a source of jobs. */
export function createUploads({ db, clock, uploadStore, transcoder, nodeId, lock }: UploadsDeps) {
  return { store: uploadStore, lock, create, own, named: findNamedUploads, receive, settle, complete, discard, sweep }

  /**
   * `record` joins the transaction.
   * @throws AppError in words: an empty or too large file, no room, no encoder, or one that is not confined
   */
  async function create({ name, bytes, ...request }: UploadRequest, record?: RecordUpload): Promise<string> {
    await assertConfined()
    if (bytes === 0) throw operatorRefusal({ is: 'uploadEmpty', file: name })
    if (bytes > SOURCE_MAX_BYTES)
      throw operatorRefusal({ is: 'uploadTooLarge', file: name, bytes, limit: SOURCE_MAX_BYTES })
    const uploadId = newId()
    const nodeOf = uploadStore.isShared ? null : nodeId
    const row = { ...request, uploadId, name, bytes, programId: request.programId, nodeId: nodeOf, at: clock.now() }
    await inTransaction(db, async (tx) => {
      // Two at once must not be promised the same room.
      await lockByName(tx, 'room of uploads')
      await assertRoom(bytes, await promised(tx))
      await insertUpload(tx, row)
      await record?.(tx, uploadId)
    })
    return uploadId
  }

  /** @throws AppError NOT_FOUND, also for the upload of another operator */
  async function own(uploadId: string, operatorId: string): Promise<UploadRow> {
    const upload = await findUpload(db, uploadId)
    if (upload?.operator_id !== operatorId) throw operatorRefusal({ is: 'uploadUnknown' })
    return upload
  }

  /** Before a part is written. @throws AppError when the disk has no room for it */
  async function receive({ upload_id: uploadId }: UploadRow, bytes: number): Promise<void> {
    await assertRoom(bytes)
    await noteReceived(db, uploadId, clock.now())
  }

  /**
   * A process that died after the last part has not marked it as complete.
   * @throws AppError NOT_FOUND when its bytes are gone, of which another node's folder says nothing
   */
  async function settle(upload: UploadRow): Promise<void> {
    const { upload_id: uploadId, bytes, completed_at: completedAt, node_id: nodeOf } = upload
    const isHere = nodeOf === null || nodeOf === nodeId
    const stored = await uploadStore.parts.getUpload(uploadStore.keyOf(uploadId)).catch((error: unknown) => {
      if (isHere && isMissing(error)) throw operatorRefusal({ is: 'uploadUnknown' })
    })
    if (!completedAt && stored?.offset === bytes) await complete(uploadId)
  }

  /** Once all bytes have arrived, which the client learns only afterwards. */
  async function complete(uploadId: string): Promise<void> {
    await uploadStore.flush(uploadId)
    await markComplete(db, uploadId, clock.now())
  }

  /** Of its operator. `record` joins the transaction. @throws AppError CONFLICT while a job uses it */
  async function discard({ upload_id: uploadId, name }: UploadRow, record?: RecordUpload): Promise<void> {
    const isGone = await inTransaction(db, async (tx) => {
      const wasThere = await deleteUpload(tx, uploadId)
      if (wasThere) await record?.(tx, uploadId)
      return wasThere
    })
    if (!isGone && (await findUpload(db, uploadId))) throw operatorRefusal({ is: 'uploadInUse', file: name })
    await uploadStore.remove(uploadId)
  }

  /** Rows go first: what is stored without one is removed, also after an interrupted sweep. */
  async function sweep(): Promise<void> {
    await inTransaction(db, (tx) => deleteSpent(tx, clock.now().subtract({ hours: UPLOAD_DAYS * 24 })))
    const stored = await uploadStore.list()
    if (stored.length === 0) return
    const known = await knownUploads(db)
    for (const uploadId of stored) if (!known.has(uploadId)) await uploadStore.remove(uploadId)
  }

  /** Of all encoders, since any of them may take the film. This process is asked for those that have not said so, and where none runs. */
  async function assertConfined(): Promise<void> {
    const encoders = await runningEncoders(db)
    if (encoders.includes(false)) throw operatorRefusal({ is: 'uploadUnconfined' })
    if (encoders.length > 0 && !encoders.includes(null)) return
    if (await transcoder.isConfined()) return
    throw operatorRefusal({ is: encoders.length > 0 ? 'uploadUnconfined' : 'uploadNoEncoder' })
  }

  async function assertRoom(bytes: number, others = 0): Promise<void> {
    const free = await uploadStore.free()
    if (free === undefined || free - others - bytes >= UPLOAD_RESERVE_BYTES) return
    throw operatorRefusal({ is: 'uploadNoRoom', needed: bytes, free, reserve: UPLOAD_RESERVE_BYTES, promised: others })
  }

  /** What the uploads under way on this node still need. */
  async function promised(tx: Db): Promise<number> {
    if (uploadStore.isShared) return 0
    const { begun, untouched } = PROMISED_MINUTES
    const unfinished = await findUnfinished(tx, {
      nodeId,
      since: clock.now().subtract({ minutes: begun }),
      untouchedSince: clock.now().subtract({ minutes: untouched }),
    })
    const rests = unfinished.map(
      async ({ upload_id: uploadId, bytes }) => bytes - (await uploadStore.received(uploadId)),
    )
    return (await Promise.all(rests)).reduce((sum, rest) => sum + rest, 0)
  }
}

/** As the stores of the tus package say it. */
const isMissing = (error: unknown): boolean => {
  const { status_code: status } = error as { status_code?: number }
  return status === 404 || status === 410
}
