import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendFile } from './object-response.ts'

/** Of 512 KiB. */
const CHUNKS = 12
const bytes = randomBytes(CHUNKS * 512 * 1024)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-sender-'))
  await writeFile(join(folder, 'file'), bytes)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sends the file to a client that accepts each chunk at once. Returns what it got and the turns of the event loop until then. */
async function send(isCached: () => boolean) {
  const chunks: Buffer[] = []
  const response = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  let turns = 0
  const count = () => {
    if (response.writableEnded) return
    turns += 1
    setImmediate(count)
  }
  const slot = { start: () => {}, onProgress: () => {}, leave: () => {} }
  const file = await open(join(folder, 'file'), 'r')
  setImmediate(count)
  await sendFile({ file, slot, start: 0, end: bytes.length - 1, isCached }, response as unknown as ServerResponse)
  return { body: Buffer.concat(chunks), turns }
}

test('other work runs after each four chunks of a cached file', async () => {
  const { body, turns } = await send(() => true)
  expect(body.equals(bytes)).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('a file that leaves the page cache while it is sent is read by the thread pool from there on', async () => {
  let reads = 0
  const { body } = await send(() => reads++ < 2)
  expect(body.equals(bytes)).toBe(true)
  expect(reads).toBe(CHUNKS)
})
