import type { MediaStore } from '#server/domains/media/ports.ts'
import { createFileStore } from './file-store.ts'
import { parseStoreAddress } from './keys.rules.ts'

/** Settings of the media store. */
export type StoreSettings = {
  /** MEDIA_STORE: `file` or `s3://bucket/prefix`. */
  address: string
  /** Folder of the file store. */
  folder: string
  region: string
  /** For S3-compatible stores other than Amazon's. */
  endpoint?: string | undefined
  /** If absent, the S3 client's default credential chain applies: environment, profile, role. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
}

/** Opens the media store. Loads the S3 client only if needed. */
export async function openMediaStore(settings: StoreSettings): Promise<MediaStore> {
  const { address, folder, region, endpoint, accessKeyId, secretAccessKey } = settings
  const parsed = parseStoreAddress(address)
  if (parsed.kind === 'file') return createFileStore(folder)
  const { createS3Store } = await import('./s3-store.ts')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return createS3Store({ ...parsed, region, endpoint, credentials })
}
