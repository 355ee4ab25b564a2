import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { ClientDisconnected, type SendSlot } from './send-queue.ts'

/**
 * Read size. Buffers are reused: a new one is zeroed by the kernel, which makes streams with 1 MiB buffers cost 50 %
 * more CPU. Smaller chunks need more thread pool turns, larger ones more memory per slow client.
 */
const CHUNK_BYTES = 512 * 1024
const IDLE_BUFFERS_MAX = 32
/** What a cached file sends before other work has its turn: one or two milliseconds of copying. A turn for each chunk costs a sixth more CPU. */
const TURN_BYTES = 4 * CHUNK_BYTES

const idleBuffers: Buffer[] = []

/** Bytes `start` to `end` (inclusive) of an open file, and the slot in which they are sent. */
export interface FilePart {
  readonly file: FileHandle
  readonly slot: SendSlot
  readonly start: number
  readonly end: number
  /**
   * Whether the page cache holds the file, asked before each read. It is then read without the thread pool: handing a read to
   * that costs a quarter of the CPU of sending, and copying a chunk takes less time.
   */
  readonly isCached: () => boolean
}

/**
 * Sends a part of a file as the response body and ends the response. Always closes the file and releases the slot.
 * @throws ClientDisconnected, or the read error, after destroying the response
 */
export async function sendFile(part: FilePart, response: ServerResponse): Promise<void> {
  const { file, slot, start, end } = part
  const disconnect = watchDisconnect(response)
  const buffer = idleBuffers.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  slot.start(response)
  try {
    for (let position = start; position <= end;) {
      const bytesRead = await readChunk(part, buffer, position)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      await Promise.race([writeChunk(response, buffer.subarray(0, bytesRead)), disconnect.promise])
      slot.onProgress()
      position += bytesRead
    }
    response.end()
    // Only on success: otherwise a write may still be reading from the buffer.
    if (idleBuffers.length < IDLE_BUFFERS_MAX) idleBuffers.push(buffer)
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    disconnect.stop()
    slot.leave()
    await file.close()
  }
}

/** Fills the buffer from this position. Returns the number of bytes. */
async function readChunk({ file, start, end, isCached }: FilePart, buffer: Buffer, position: number): Promise<number> {
  const length = Math.min(CHUNK_BYTES, end - position + 1)
  if (isCached()) {
    // A fast client accepts each chunk at once: without this, nothing else would run before the end of the file.
    if (position > start && (position - start) % TURN_BYTES === 0) await setImmediate()
    return readSync(file.fd, buffer, 0, length, position)
  }
  return (await file.read(buffer, 0, length, position)).bytesRead
}

const writeChunk = (response: ServerResponse, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(new ClientDisconnected()) : resolve()))
  })

function watchDisconnect(response: ServerResponse) {
  const { promise, reject } = Promise.withResolvers<never>()
  // The promise may be rejected while nothing awaits it.
  promise.catch(() => undefined)
  const onClose = () => reject(new ClientDisconnected())
  if (response.destroyed) onClose()
  // Also emitted for a pipelined response that waits behind another, whose writes never complete.
  response.once('close', onClose)
  return { promise, stop: () => response.off('close', onClose) }
}
