import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { readArguments, UsageError } from './command.ts'
import { contentCommand, formatReport, CONTENT } from './content.ts'

test.each([
  ['nothing', []],
  ['another action', ['export', 'a.jsonl']],
  ['no file', ['import']],
  ['two files', ['import', 'a.jsonl', 'b.jsonl']],
  ['an unknown option', ['import', 'a.jsonl', '--force']],
  ['an empty operator', ['import', 'a.jsonl', '--operator', ' ']],
])('the command content refuses %s', (_, args) => {
  expect(() => readArguments(CONTENT, args)).toThrow(UsageError)
})

test('reads the file, who imports it, and whether it only tries', () => {
  const command = readArguments(CONTENT, ['import', 'a.jsonl', '--dry-run', '--operator', 'ann'])
  expect(command).toEqual({ action: 'import', file: 'a.jsonl', dryRun: true, actor: 'operator:ann' })
  expect(readArguments(CONTENT, ['import', 'a.jsonl', '--operator', 'ann'])).toMatchObject({ dryRun: false })
})

test('says what was done, or what is wrong with each line', () => {
  const report = { added: 2, changed: 1, unchanged: 3, problems: [] }
  expect(formatReport(report, false)).toEqual(['Imported: 2 added, 1 changed, 3 as they were.'])
  expect(formatReport(report, true)).toEqual(['Would import: 2 added, 1 changed, 3 as they were.'])
  const wrong = { ...report, problems: [{ line: 4, field: 'price', is: 'tooSmall', min: 0.1, of: 'number' } as const] }
  expect(formatReport(wrong, false)).toEqual(['line 4: price: must be at least 0.1', 'Nothing was imported.'])
})

test('a file that was cut within a character is refused before anything is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'cut.jsonl'), Buffer.from('{"kind":"locker","district":"旺角').subarray(0, -1))
  const imported = contentCommand(readConfig({ DATA_DIR: folder }), ['import', 'cut.jsonl'], folder)
  await expect(imported).rejects.toThrow('cut.jsonl is in an encoding that cannot be told')
})
