import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { UploadedFile } from '#contract/uploads.ts'
import { UNCLAIMED_HOURS } from '#contract/validity.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import { inTransaction, type Database, type Db } from '#server/kit/db.ts'
import { createFairQueue } from '#server/kit/fairness.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import { type Accounts, addressThrottles, type ThrottleTarget } from '../accounts/index.ts'
import type { DomainModule } from '../domain-module.ts'
import { type CleanImage, type ImageType, UnreadableImage, type UploadCodec, type UploadStore } from './ports.ts'
import { claimUpload, deleteUpload, expireUploads, findExpired, findUpload, insertUpload } from './uploads.repo.ts'
import { fileNameOf, isValidLink, type SignedUpload, storeKey, uploadPath } from './uploads.rules.ts'

/**
 * Images that people upload with a form: encoded again without metadata, kept encrypted, shown by signed addresses, deleted when no form
 * holds them. Owns the table upload and the store prefix `u/`. Knows none of the forms: they claim and release images by id.
 */
export { readUploadPath, type SignedUpload } from './uploads.rules.ts'

export interface UploadsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly store: UploadStore
  readonly codec: UploadCodec
  readonly accounts: Pick<Accounts, 'throttles'>
}

/** An image that was taken in. `token` claims it, once. `url` shows it for a day. */
export interface ReceivedImage extends Pick<CleanImage, 'width' | 'height' | 'hadMetadata'> {
  readonly token: string
  readonly url: string
  /** The size as it is kept. */
  readonly bytes: number
}

/** Who sends an image: a member, or a visitor. */
interface Sender {
  readonly address: string
  readonly accountId?: string | undefined
}

/** An image as it is kept. */
export interface KeptImage {
  readonly bytes: Buffer
  readonly contentType: ImageType
  readonly fileName: string
}

export type Uploads = ReturnType<typeof createUploads>

const TOKEN_BYTES = 32
/** Images that wait to be decoded; one is at a time in each process. */
const WAITING_MAX = 20
const RETRY_SECONDS = 2
/** Whole hours, so that the address stays the same for a while. */
const LINK_HOURS = 24
const SWEEP_EVERY_MS = 60_000
const SWEEP_BATCH = 100

/** A member's images are counted by the account, so that nobody behind the same address uses up what it may. */
const limitsOf = ({ accountId, address }: Sender): ThrottleTarget[] =>
  accountId === undefined ? addressThrottles('uploadAddress', address) : [{ rule: 'uploadAccount', subject: accountId }]

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @throws INVALID_INPUT when the image cannot be read */
async function cleaned(codec: UploadsDeps['codec'], source: Buffer): Promise<CleanImage> {
  try {
    return await codec.clean(source)
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error
    throw new AppError('INVALID_INPUT', { fields: { image: 'IMAGE_UNREADABLE' } })
  }
}

/** Takes in images, keeps them encrypted, and deletes those that no form holds. */
export function createUploads({ db, clock, masterKey, store, codec, accounts }: UploadsDeps) {
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

  /**
   * Takes in an image. Until it is claimed it is due for deletion.
   * @throws TOO_MANY_TRIES for the account, or for the address of a visitor; INVALID_INPUT when it cannot be read; UNAVAILABLE when too many wait
   */
  async function receive(file: Pick<UploadedFile, 'path'>, sender: Sender): Promise<ReceivedImage> {
    const { address } = sender
    const limits = limitsOf(sender)
    accounts.throttles.refuseCached(limits)
    await inTransaction(db, (tx) => accounts.throttles.consume(tx, limits))
    const source = await readFile(file.path)
    const image = await decoding.run(() => cleaned(codec, source), { clients: addressPrefixes(address) })
    const { contentType, width, height, hadMetadata } = image
    const [uploadId, token] = [newId(), randomBytes(TOKEN_BYTES).toString('base64url')]
    const at = clock.now()
    // The row comes first: a file without one would never be deleted.
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

  /**
   * Claims an image for a form, which releases it when the form is deleted.
   * @returns its id
   * @throws INVALID_INPUT when it was deleted, or claimed before
   */
  async function claim(tx: Db, token: string): Promise<string> {
    const uploadId = await claimUpload(tx, { tokenHash: hashOf(token), now: clock.now() })
    if (uploadId === undefined) throw new AppError('INVALID_INPUT', { fields: { image: 'IMAGE_GONE' } })
    return uploadId
  }

  /** Gives up images; they are deleted by due work, after the commit. */
  async function release(tx: Db, uploadIds: readonly string[]): Promise<void> {
    if (uploadIds.length > 0) await expireUploads(tx, { uploadIds, at: clock.now() })
  }

  /** The address of an image, for whoever sent it. */
  function urlOf(uploadId: string): string {
    const hour = Math.floor(clock.now().epochMilliseconds / 3_600_000)
    return uploadPath({ uploadId, untilSeconds: (hour + 1 + LINK_HOURS) * 3_600 }, linkKey)
  }

  /** The image of an address; undefined when the address is not ours or too old, or the image is deleted. */
  async function open(link: SignedUpload): Promise<KeptImage | undefined> {
    return isValidLink(link, linkKey, clock.now()) ? read(link.uploadId) : undefined
  }

  /** An image; undefined when it is deleted. */
  async function read(uploadId: string): Promise<KeptImage | undefined> {
    const contentType = await findUpload(db, { uploadId, now: clock.now() })
    const found = contentType && (await store.open(storeKey(uploadId)))
    if (!found) return undefined
    const bytes = openBytes(await buffer(found.body), { key: fileKey, rowId: uploadId })
    return { bytes, contentType, fileName: fileNameOf(contentType) }
  }

  /** The file goes first: a row without a file is found again. */
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
