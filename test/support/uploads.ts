import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { cleanImage } from '#server/adapters/images/upload-codec.ts'
import { createUploads, type UploadsDeps } from '#server/domains/uploads/index.ts'

/** A store in memory. */
export function createMemoryStore() {
  const objects = new Map<string, Uint8Array>()
  const store: UploadsDeps['store'] = {
    put: async (key, { bytes }) => void objects.set(key, bytes),
    open: async (key) => {
      const bytes = objects.get(key)
      return bytes ? { body: Readable.from([bytes]) } : null
    },
    remove: async (key) => void objects.delete(key),
  }
  return { objects, store }
}

type TestUploadsDeps = Pick<UploadsDeps, 'db' | 'clock' | 'accounts'>

/** Uploads over a store in memory. */
export function createTestUploads(deps: TestUploadsDeps) {
  const { objects, store } = createMemoryStore()
  const uploads = createUploads({ ...deps, masterKey: Buffer.alloc(32, 7), store, cleanImage })
  return { objects, uploads }
}

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A photograph of one colour, with where it was taken. */
export const aPhoto = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#ff6f59' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 16/1 0/1' } })
    .jpeg()
    .toBuffer()

/** Writes bytes to a temporary file for as long as the work takes. */
export async function withFile<T>(bytes: Uint8Array, work: (file: { path: string }) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-upload-'))
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  try {
    return await work({ path })
  } finally {
    await rm(folder, { recursive: true })
  }
}
