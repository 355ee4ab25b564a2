import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandError } from '#server/kit/command-error.ts'
import { readTextFile } from './operator-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(bytes: string | Buffer): Promise<string> {
  await writeFile(join(folder, 'list.txt'), bytes)
  return readTextFile(folder, 'list.txt')
}

test('reads UTF-8, with or without a byte order mark', async () => {
  expect(await read('旺角\r\n')).toBe('旺角\r\n')
  expect(await read('\uFEFF旺角')).toBe('旺角')
  expect(await read('')).toBe('')
})

test.each([
  ['Big5', Buffer.from('a9f4a8a4', 'hex'), '旺角'],
  ['UTF-16', Buffer.from('\uFEFF旺角', 'utf16le'), '旺角'],
  ['Windows-1252', Buffer.from('Concei\xE7\xE3o', 'latin1'), 'Conceição'],
])('reads %s, as the console does', async (_, bytes, text) => {
  expect(await read(bytes)).toBe(text)
})

test('refuses a file that was cut within a character, and says how to save it', async () => {
  const sentence = 'list.txt is in an encoding that cannot be told: save it as UTF-8 and try again.'
  await expect(read(Buffer.from('旺角').subarray(0, 5))).rejects.toThrow(new CommandError(sentence))
})

test('refuses NUL, which the database cannot store, with its line', async () => {
  await expect(read('a\r\nb\nc\0')).rejects.toThrow(
    new CommandError('list.txt is not a text: line 3 has a NUL character.'),
  )
})

test('refuses a missing file in one sentence', async () => {
  await expect(readTextFile(folder, 'missing.txt')).rejects.toThrow(/^missing\.txt cannot be read/)
})
