import { gunzipSync } from 'node:zlib'
import { AppError } from '#contract/errors.ts'

/** A file that the console sends compressed, in base64. One that is too large has one byte more than the most. @throws AppError INVALID_INPUT */
export function unpack(content: string, bytesMax: number): Buffer {
  try {
    return gunzipSync(Buffer.from(content, 'base64'), { maxOutputLength: bytesMax + 1 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return Buffer.alloc(bytesMax + 1)
    throw new AppError('INVALID_INPUT')
  }
}
