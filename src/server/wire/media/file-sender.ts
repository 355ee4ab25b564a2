import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { ClientDisconnected, type SendSlot } from './send-queue.ts'

/**
 * How much is read at a time. Buffers are used again: a new one is zeroed by the kernel first, so that streams of 1 MiB cost half
 * as much CPU again. Smaller pieces cost more turns of the thread pool, larger ones more memory for each slow client.
 */
const CHUNK_BYTES = 512 * 1024
const IDLE_BUFFERS_MAX = 32

const idle: Buffer[] = []

/** Bytes `start` to `end` (inclusive) of an open file, and the place in which they are sent. */
export interface FilePart {
  readonly file: FileHandle
  readonly place: SendSlot
  readonly start: number
  readonly end: number
}

/**
 * Sends a part of a file as a response's body and ends it. Closes the file and leaves the place in any case.
 * @throws ClientLeft when the client went away; the error of reading, after tearing the response down
 */
export async function sendFile({ file, place, start, end }: FilePart, response: ServerResponse): Promise<void> {
  const gone = leaving(response)
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  place.begin(response)
  try {
    for (let position = start; position <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - position + 1), position)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      await Promise.race([written(response, buffer.subarray(0, bytesRead)), gone.promise])
      place.moved()
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
    place.leave()
    await file.close()
  }
}

const written = (response: ServerResponse, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(new ClientDisconnected()) : resolve()))
  })

function leaving(response: ServerResponse) {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting when the client leaves.
  promise.catch(() => undefined)
  const left = () => reject(new ClientDisconnected())
  if (response.destroyed) left()
  // Also told to a response that waits behind another of its connection, whose writes never end.
  response.once('close', left)
  return { promise, stop: () => response.off('close', left) }
}
