/** SPEC 8: loading a chunk times out after 120 seconds. */
export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {
  onCaught: (() => void) | undefined

  constructor(cause: unknown) {
    super('a part of the site could not be loaded', { cause })
    this.name = 'ChunkError'
  }
}

/** Loads a chunk, with one retry, until the time limit. @throws ChunkError */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([load().catch(load), limit])
  } catch (error) {
    throw new ChunkError(error)
  } finally {
    clearTimeout(timer)
  }
}
