import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isTooLarge, kindOf, packed } from './import-files.rules.ts'

test.each([
  ['titles.CSV', '', 'table'],
  ['titles.jsonl', '', 'table'],
  ['poster.JPG', 'image/jpeg', 'image'],
  ['film.zh-Hant.srt', '', 'subtitle'],
  ['film.mov', 'video/quicktime', 'film'],
  ['film.unusual', 'video/mp4', 'film'],
  ['notes.docx', 'application/msword', undefined],
  ['picture.gif', 'image/gif', undefined],
])('%s of type %j is %s', (name, type, kind) => {
  expect(kindOf({ name, type })).toBe(kind)
})

test('tables and pictures have a limit, films are limited where they are sent', () => {
  expect(isTooLarge({ size: 40e6 }, 'table')).toBe(true)
  expect(isTooLarge({ size: 40e6 }, 'image')).toBe(true)
  expect(isTooLarge({ size: 40e9 }, 'film')).toBe(false)
})

test('a table is sent as its bytes are', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 251)
  expect(new Uint8Array(gunzipSync(Buffer.from(await packed(new Blob([bytes])), 'base64')))).toEqual(bytes)
})
