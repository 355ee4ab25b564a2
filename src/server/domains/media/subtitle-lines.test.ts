import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { MediaStore } from './ports.ts'
import { readSubtitleLines } from './subtitle-lines.ts'
import { SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'

const TRACK = { assetId: 'film', language: 'en' }
const CUE = '00:03.200 --> 00:05.000\n<i>Wait</i> &amp;\nsee.\n'

const storeOf = (bytes: string | Buffer | null) =>
  ({
    open: async () => (bytes === null ? null : { body: Readable.from([Buffer.from(bytes)]) }),
  }) as unknown as MediaStore

test('lines are read with their time and without markup', async () => {
  expect(await readSubtitleLines(storeOf(`WEBVTT\n\n${CUE}`), TRACK)).toEqual([{ at: 3.2, line: 'Wait & see.' }])
})

test.each([
  ['no file', null],
  ['a file without cues', 'WEBVTT\n'],
  ['a file whose cues have no time', 'WEBVTT\n\nsoon --> later\nWait\n'],
  ['a file that is too large', Buffer.alloc(SUBTITLE_MAX_BYTES + 1, CUE)],
])('%s has no lines', async (_, bytes) => {
  expect(await readSubtitleLines(storeOf(bytes), TRACK)).toEqual([])
})

test('a store that does not answer is an error, which may not happen the next time', async () => {
  const store = { open: () => Promise.reject(new Error('timeout')) } as unknown as MediaStore
  await expect(readSubtitleLines(store, TRACK)).rejects.toThrow('timeout')
})
