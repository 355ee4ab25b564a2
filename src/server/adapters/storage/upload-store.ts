import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import type { MediaStore, UploadStore } from '#server/domains/media/ports.ts'
import { UPLOAD_PART_BYTES } from '#contract/admin/uploads.ts'
import { StoreDown } from '#server/kit/store-down.ts'
import { parseStoreAddress } from './keys.rules.ts'
import { credentialsOf, type StoreSettings } from './media-store.ts'

/** What is known of an upload besides its bytes. */
export type FindUpload = (uploadId: string) => Promise<{ bytes: number } | undefined>

const PREFIX = 'uploads/'
/** Uploads are clear video. */
const PRIVATE = 0o700
const CONCURRENT_PARTS = 4

/** Another node may have removed an upload. */
const NO_CACHE = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }

/** In `folder`, or in the bucket of the media store. */
export async function openUploadStore(
  settings: StoreSettings,
  { store, find, idleMs }: { store: MediaStore; find: FindUpload; idleMs?: number },
): Promise<UploadStore> {
  const address = parseStoreAddress(settings.address)
  if (address.kind === 'file') return openFolder(settings.folder, find)
  const [{ S3Store }, { isLoss, partClientConfig }] = await Promise.all([
    import('@tus/s3-store'),
    import('./s3-store.ts'),
  ])
  const { region, endpoint } = settings
  const parts = new S3Store({
    partSize: UPLOAD_PART_BYTES,
    useTags: false,
    cache: NO_CACHE,
    maxConcurrentPartUploads: CONCURRENT_PARTS,
    s3ClientConfig: {
      bucket: address.bucket,
      ...partClientConfig({ region, endpoint, credentials: credentialsOf(settings) }, idleMs),
    },
  })
  const named = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
    return (...args: A): Promise<R> =>
      call.apply(parts, args).catch((error: unknown) => {
        throw isLoss(error) ? new StoreDown(error) : error
      })
  }
  // The library takes every failure to read what is known of an upload for its absence, which would begin it anew.
  const readUpload = parts.getUpload
  const getUpload = async (id: string): Promise<Upload> => {
    let failure: unknown
    const getMetadata = (key: string) =>
      parts['getMetadata'](key).catch((error: unknown) => {
        failure = error
        throw error
      })
    const reading = Object.assign(Object.create(parts) as typeof parts, { getMetadata })
    return readUpload.call(reading, id).catch((error: unknown) => {
      throw isLoss(failure) ? failure : error
    })
  }
  parts.create = named(parts.create)
  parts.getUpload = named(getUpload)
  parts.write = named(parts.write)
  const keyOf = (uploadId: string) => `${address.prefix}${PREFIX}${uploadId}`
  return {
    parts,
    isShared: true,
    keyOf,
    fileOf: (uploadId) => `${PREFIX}${uploadId}`,
    free: async () => undefined,
    received: async () => 0,
    async flush(uploadId) {
      // Of an upload without parts the package says that it is complete: a rule of the bucket may have ended it.
      if (!(await store.stat(`${PREFIX}${uploadId}`))) throw new Error(`the upload ${uploadId} is not in the store`)
    },
    async list() {
      const keys = await Array.fromAsync(store.list(PREFIX))
      return [...new Set(keys.map((key) => key.slice(PREFIX.length).replace(/\.(?:info|part)$/, '')))]
    },
    async remove(uploadId) {
      // Ends the multipart upload of an unfinished one; a finished one has none any more.
      await parts.remove(keyOf(uploadId)).catch(() => undefined)
      for (const suffix of ['', '.info', '.part']) await store.remove(`${PREFIX}${uploadId}${suffix}`)
    },
  }
}

async function openFolder(folder: string, find: FindUpload): Promise<UploadStore> {
  await mkdir(folder, { recursive: true, mode: PRIVATE })
  const fileOf = (uploadId: string) => join(folder, uploadId)
  const parts = new FileStore({
    directory: folder,
    // Rows of the database: a file beside could be left half written by a crash.
    configstore: {
      async get(id) {
        const upload = await find(id)
        return upload && new Upload({ id, size: upload.bytes, offset: 0 })
      },
      set: async () => undefined,
      delete: async () => undefined,
    },
  })
  return {
    parts,
    keyOf: (uploadId) => uploadId,
    isShared: false,
    fileOf,
    async free() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    async received(uploadId) {
      const found = await stat(fileOf(uploadId)).catch(() => undefined)
      return found?.size ?? 0
    },
    async flush(uploadId) {
      const file = await open(fileOf(uploadId), 'r+')
      await file.datasync().finally(() => file.close())
    },
    list: () => readdir(folder),
    remove: (uploadId) => rm(fileOf(uploadId), { force: true }),
  }
}
