import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

/**
 * How much is read at a time. Buffers are used again: a new one is zeroed by the kernel first, so that streams of 1 MiB cost half
 * as much CPU again. Smaller pieces cost more turns of the thread pool, larger ones more memory for each slow client.
 */
const CHUNK_BYTES = 512 * 1024
const IDLE_BUFFERS_MAX = 32

/** A client that takes nothing for this long is gone. */
const STALLED_MS = 60_000

const idle: Buffer[] = []

/** The client left before the end: nobody is to blame and nothing is to be done. */
export class ClientLeft extends Error {}

/**
 * Sends bytes `start` to `end` (inclusive) of an open file as a response's body and ends it. Closes the file in any case.
 * @throws ClientLeft when the client went away; the error of reading, after tearing the response down
 */
export async function pumpFile(
  file: FileHandle,
  response: ServerResponse,
  { start, end }: { start: number; end: number },
) {
  const gone = leaving(response)
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    for (let position = start; position <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - position + 1), position)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      await Promise.race([written(response, buffer.subarray(0, bytesRead)), gone.promise])
      position += bytesRead
    }
    response.end()
    // Only here: on any other way out a write may still be reading from the buffer.
    if (idle.length < IDLE_BUFFERS_MAX) idle.push(buffer)
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    gone.stop()
    await file.close()
  }
}

const written = (response: ServerResponse, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(new ClientLeft()) : resolve()))
  })

function leaving(response: ServerResponse) {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting when the client leaves.
  promise.catch(() => undefined)
  const left = () => reject(new ClientLeft())
  if (response.destroyed) left()
  // Also told to a response that waits behind another of its connection, whose writes never end.
  response.once('close', left)
  response.setTimeout(STALLED_MS, () => response.destroy())
  return { promise, stop: () => response.off('close', left) }
}
