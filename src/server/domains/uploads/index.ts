import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { UploadedFile } from '#contract/uploads.ts'
import { UNCLAIMED_HOURS } from '#contract/validity.ts'
import type { Clock } from '#server/kit/clock.ts'
import { inTransaction, type Database, type Db } from '#server/kit/db.ts'
import { createFairQueue, networkShares } from '#server/kit/fairness.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import { addressThrottles } from '#server/kit/throttles.ts'
import type { Accounts, ThrottleTarget } from '../accounts/index.ts'
import type { DomainModule } from '../domain-module.ts'
import { type CleanImage, type CleanImages, type ImageType, UnreadableImage, type UploadStore } from './ports.ts'
import { claimUpload, deleteUpload, expireUploads, findExpired, findUpload, insertUpload } from './uploads.repo.ts'
import { fileNameOf, isValidLink, type SignedUpload, storeKey, uploadPath } from './uploads.rules.ts'

/**
 * Uploads: images sent with forms, re-encoded, encrypted, shown by signed URLs, deleted when unclaimed.
 * Owns upload and the store prefix `u/`. Never knows the forms.
 */
export { readUploadPath, type SignedUpload } from './uploads.rules.ts'

export interface UploadsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly store: UploadStore
  readonly cleanImage: CleanImages
  readonly accounts: Pick<Accounts, 'throttles'>
}

/** `token` claims it once; `url` is valid for a day. */
export interface ReceivedImage extends Pick<CleanImage, 'width' | 'height' | 'hadMetadata'> {
  readonly token: string
  readonly url: string
  readonly bytes: number
}

interface Sender {
  readonly address: string
  readonly accountId?: string | undefined
}

export interface KeptImage {
  readonly bytes: Buffer
  readonly contentType: ImageType
  readonly fileName: string
}

export type Uploads = ReturnType<typeof createUploads>

const TOKEN_BYTES = 32
const WAITING_MAX = 20
const RETRY_SECONDS = 2
/** Rounded, so that URLs stay the same for a while. */
const LINK_HOURS = 24
const SWEEP_EVERY_MS = 60_000
const SWEEP_BATCH = 100

/** Members are limited by account, not by shared address. */
const limitsOf = ({ accountId, address }: Sender): ThrottleTarget[] =>
  accountId === undefined ? addressThrottles('uploadAddress', address) : [{ rule: 'uploadAccount', subject: accountId }]

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @throws INVALID_INPUT when the image cannot be read */
async function cleaned(cleanImage: CleanImages, source: Buffer): Promise<CleanImage> {
  try {
    return await cleanImage(source)
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error
    throw new AppError('INVALID_INPUT', { fields: { image: 'IMAGE_UNREADABLE' } })
  }
}

export function createUploads({ db, clock, masterKey, store, cleanImage, accounts }: UploadsDeps) {
  const fileKey = deriveKey(masterKey, 'uploads')
  const linkKey = deriveKey(masterKey, 'upload links')
  const decoding = createFairQueue({
    maxWaiting: WAITING_MAX,
    full: () => new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS }),
  })
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'uploads', everyMs: SWEEP_EVERY_MS, run: deleteExpired }],
  }
  return { receive, claim, release, urlOf, open, read, domainModule }

  /** Expires unless claimed. @throws TOO_MANY_TRIES; INVALID_INPUT when unreadable; UNAVAILABLE when too many wait */
  async function receive(file: Pick<UploadedFile, 'path'>, sender: Sender): Promise<ReceivedImage> {
    const { address } = sender
    const limits = limitsOf(sender)
    accounts.throttles.refuseCached(limits)
    await inTransaction(db, (tx) => accounts.throttles.consume(tx, limits))
    const source = await readFile(file.path)
    const image = await decoding.run(() => cleaned(cleanImage, source), { clients: networkShares(address) })
    const { contentType, width, height, hadMetadata } = image
    const [uploadId, token] = [newId(), randomBytes(TOKEN_BYTES).toString('base64url')]
    const at = clock.now()
    // Before the file: a file without a row would never be deleted.
    await insertUpload(db, {
      uploadId,
      tokenHash: hashOf(token),
      contentType,
      width,
      height,
      bytes: image.bytes.length,
      at,
      expiresAt: at.add({ hours: UNCLAIMED_HOURS }),
    })
    const sealed = sealBytes(Buffer.from(image.bytes), { key: fileKey, rowId: uploadId })
    await store.put(storeKey(uploadId), { bytes: sealed }, { contentType: 'application/octet-stream' })
    return { token, url: urlOf(uploadId), bytes: image.bytes.length, width, height, hadMetadata }
  }

  /** @returns the id @throws INVALID_INPUT when deleted or already claimed */
  async function claim(tx: Db, token: string): Promise<string> {
    const uploadId = await claimUpload(tx, { tokenHash: hashOf(token), now: clock.now() })
    if (uploadId === undefined) throw new AppError('INVALID_INPUT', { fields: { image: 'IMAGE_GONE' } })
    return uploadId
  }

  /** Deleted by a scheduled task after the commit. */
  async function release(tx: Db, uploadIds: readonly string[]): Promise<void> {
    if (uploadIds.length > 0) await expireUploads(tx, { uploadIds, at: clock.now() })
  }

  function urlOf(uploadId: string): string {
    const hour = Math.floor(clock.now().epochMilliseconds / 3_600_000)
    return uploadPath({ uploadId, untilSeconds: (hour + 1 + LINK_HOURS) * 3_600 }, linkKey)
  }

  /** undefined for a wrong or expired URL, or a deleted image */
  async function open(link: SignedUpload): Promise<KeptImage | undefined> {
    return isValidLink(link, linkKey, clock.now()) ? read(link.uploadId) : undefined
  }

  /** `on`: the transaction of the caller. */
  async function read(uploadId: string, on: Db = db): Promise<KeptImage | undefined> {
    const contentType = await findUpload(on, { uploadId, now: clock.now() })
    const found = contentType && (await store.open(storeKey(uploadId)))
    if (!found) return undefined
    const bytes = openBytes(await buffer(found.body), { key: fileKey, rowId: uploadId })
    return { bytes, contentType, fileName: fileNameOf(contentType) }
  }

  /** The file first: a row without a file is found again. */
  async function deleteExpired(): Promise<void> {
    for (;;) {
      const uploadIds = await findExpired(db, { now: clock.now(), limit: SWEEP_BATCH })
      if (uploadIds.length === 0) return
      for (const uploadId of uploadIds) {
        await store.remove(storeKey(uploadId))
        await deleteUpload(db, uploadId)
      }
    }
  }
}
