import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Domains } from '#server/app.ts'
import { type ContactWorld, createContactWorld } from '../../../test/support/contact.ts'
import { readArguments, UsageError } from './command.ts'
import { CONTACT, runContact } from './contact.ts'

let world: ContactWorld
let folder: string
beforeAll(async () => {
  world = await createContactWorld()
  folder = await mkdtemp(join(tmpdir(), 'harbour-contact-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['nothing', []],
  ['another action', ['delete', 'K7QM-2XPD']],
  ['no case', ['show']],
  ['two cases', ['close', 'K7QM-2XPD', 'K7QM-2XPE']],
  ['a state that there is none of', ['list', '--state', 'lost']],
  ['a case to list', ['list', 'K7QM-2XPD']],
  ['an answer without text', ['answer', 'K7QM-2XPD']],
  ['an answer of two texts', ['answer', 'K7QM-2XPD', '--text', 'a', '--file', 'b']],
  ['an empty answer', ['answer', 'K7QM-2XPD', '--text', ' ']],
  ['an image of what is not shown', ['close', 'K7QM-2XPD', '--image', 'a.jpg']],
  ['help', ['--help']],
])('the command contact refuses %s', (_, args) => {
  expect(() => readArguments(CONTACT, args)).toThrow(UsageError)
})

/** What the command prints. */
async function run(...args: string[]): Promise<string> {
  const command = readArguments(CONTACT, [...args, ...(args[0] === 'list' ? [] : ['--operator', 'ann'])])
  return (await runContact({ contact: world.contact } as Pick<Domains, 'contact'>, command, folder)).join('\n')
}

test('a message is listed without who wrote it, shown with its image, answered and closed', async () => {
  expect(await run('list')).toBe('No message is open.')
  const content = '看不到\u001b[2J\u0007字幕'
  const caseNumber = await world.write({ content, image: await world.anImage() })
  const listed = await run('list')
  expect(listed).toMatch(
    new RegExp(`^${caseNumber}  open  technical; zh_HK; visitor; sent .*:\\d\\d\\+08:00, with an image$`),
  )
  const shown = await run('show', caseNumber, '--image', 'image.jpg')
  for (const line of ['    陳子晴', '    +85228881234', '    visitor@example.com', '    看不到[2J字幕'])
    expect(shown.split('\n')).toContain(line)
  expect((await readFile(join(folder, 'image.jpg'))).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  await expect(run('show', caseNumber, '--image', 'image.jpg')).rejects.toThrow('cannot be written')
  await writeFile(join(folder, 'answer.txt'), '請更新程式。\n')
  expect(await run('answer', caseNumber, '--file', 'answer.txt')).toBe(
    'The answer is on its way to visitor@example.com.',
  )
  expect((await world.mailsTo('visitor@example.com')).at(-1)!.text).toContain('請更新程式。')
  await expect(run('answer', caseNumber, '--file', 'none.txt')).rejects.toThrow('cannot be read')
  await writeFile(join(folder, 'big5.txt'), Buffer.from('a9f4a8a4', 'hex'))
  await run('answer', caseNumber, '--file', 'big5.txt')
  expect((await world.mailsTo('visitor@example.com')).at(-1)!.text).toContain('旺角')
  await writeFile(join(folder, 'unknown.txt'), Buffer.from('818d8f909d', 'hex'))
  await expect(run('answer', caseNumber, '--file', 'unknown.txt')).rejects.toThrow('save it as UTF-8')
  expect(await run('close', caseNumber, '--reason', 'solved')).toBe('Closed.')
  expect(await run('list', '--state', 'closed')).toContain(caseNumber)
  const audited = await world.auditOf(`contact:${caseNumber}`)
  expect(audited.at(-1)).toMatchObject({ actor: 'operator:ann', action: 'close contact message', reason: 'solved' })
})
