import { AppError } from '#contract/errors.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'

/** Maximum uploads under way, and the bytes that they may have: of one address (its /56 twice, its /48 four times), and in all. */
export const UPLOADS_MAX = { ofAddress: 3, inAll: 40, bytesOfAddress: 100_000_000, bytesInAll: 1_000_000_000 } as const
const RETRY_SECONDS = 5

export interface UploadSlots {
  /**
   * Takes a place for an upload of at most `bytes`. A single upload of an address always gets one.
   * @returns the function that frees it
   * @throws AppError TOO_MANY_TRIES for the address, UNAVAILABLE when all places are taken
   */
  take(address: string, bytes: number): () => void
}

type Usage = { uploads: number; bytes: number }

export function createUploadSlots(): UploadSlots {
  const usages = new Map<string, Usage>()
  const usageOf = (key: string): Usage => usages.get(key) ?? { uploads: 0, bytes: 0 }
  const change = (key: string, { uploads, bytes }: Usage) => {
    const usage = usageOf(key)
    const next = { uploads: usage.uploads + uploads, bytes: usage.bytes + bytes }
    if (next.uploads > 0) usages.set(key, next)
    else usages.delete(key)
  }
  return {
    take(address, bytes) {
      const prefixes = addressPrefixes(address)
      prefixes.forEach((key, level) => {
        const { uploads, bytes: used } = usageOf(key)
        const isFull = uploads >= UPLOADS_MAX.ofAddress * 2 ** level
        if (isFull || (uploads > 0 && used + bytes > UPLOADS_MAX.bytesOfAddress * 2 ** level))
          throw new AppError('TOO_MANY_TRIES', { retryAfter: RETRY_SECONDS })
      })
      const all = usageOf('')
      if (all.uploads >= UPLOADS_MAX.inAll || (all.uploads > 0 && all.bytes + bytes > UPLOADS_MAX.bytesInAll))
        throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS })
      const keys = [...prefixes, '']
      for (const key of keys) change(key, { uploads: 1, bytes })
      return () => {
        for (const key of keys) change(key, { uploads: -1, bytes: -bytes })
      }
    },
  }
}
