import type { MediaStore } from '#server/domains/media/ports.ts'
import { createFileStore } from './file-store.ts'
import { parseStoreAddress } from './keys.rules.ts'

/** Where media are kept, as configuration has it. */
export type StoreSettings = {
  /** MEDIA_STORE: `file` or `s3://bucket/prefix`. */
  address: string
  /** The folder of the file store. */
  folder: string
  region: string
  /** For stores that are not Amazon's. */
  endpoint?: string | undefined
  /** When not given, as the S3 client finds them everywhere: environment, profile, role. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
}

/** Opens the store. The S3 client is loaded only where it is used. */
export async function openMediaStore(settings: StoreSettings): Promise<MediaStore> {
  const { address, folder, region, endpoint, accessKeyId, secretAccessKey } = settings
  const parsed = parseStoreAddress(address)
  if (parsed.kind === 'file') return createFileStore(folder)
  const { createS3Store } = await import('./s3-store.ts')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return createS3Store({ ...parsed, region, endpoint, credentials })
}
