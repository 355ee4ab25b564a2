import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestComments, FINE } from '../../../test/support/comments.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { readArguments, UsageError } from './command.ts'
import { formatReviewed, COMMENTS, runComments } from './comments.ts'

let testApp: Awaited<ReturnType<typeof createTestComments>>
beforeAll(async () => {
  testApp = await createTestComments()
})
afterAll(() => testApp.close())

const run = (...args: string[]) => runComments(testApp, readArguments(COMMENTS, args))

test.each<[string, object]>([
  ['list', { action: 'list' }],
  ['words', { action: 'words' }],
  [
    'approve abc@1 --operator ann',
    { action: 'approve', comment: { commentId: 'abc', version: 1 }, actor: 'operator:ann', reason: 'reviewed' },
  ],
  ['reject abc@1 --reason rude --operator ann', { action: 'reject', comment: { commentId: 'abc' }, reason: 'rude' }],
  ['words add 爛片 --operator ann', { action: 'words add', word: '爛片' }],
  ['words remove 爛片', { action: 'words remove', word: '爛片' }],
])('the command understands “%s”', (line, expected) => {
  expect(readArguments(COMMENTS, line.split(' '))).toMatchObject(expected)
})

test.each([
  '',
  '--help',
  'list all',
  'list --reason x',
  'approve',
  'approve a b',
  'approve abc',
  'approve abc@',
  'approve abc@1f',
  'reject abc@1',
  'words add',
  'words keep x',
  'approve abc@1 --force',
  'reject abc@1 --reason',
])('the command refuses “%s”', (line) => {
  expect(() => readArguments(COMMENTS, line.split(' ').filter(Boolean))).toThrow(UsageError)
})

test('an operator lists, approves and rejects, on record', async () => {
  expect(await run('list')).toEqual(['No comment waits for review.'])
  const author = await testApp.anAuthor()
  const { commentId } = await testApp.write(author)
  const [line] = await run('list')
  const listed = line!.split(' ')[0]!
  expect(listed).toBe(`${commentId}@1`)
  expect(line).toContain('  waiting: first; ')
  expect(line).toContain(`片名film (film); by “家”\n    ${FINE}`)
  expect(await run('approve', listed, '--operator', 'ann')).toEqual(['Published.'])
  expect(await run('list')).toEqual(['No comment waits for review.'])
  const decided = `${commentId}@2`
  expect(await refusedWith(run('reject', listed, '--reason', 'rude', '--operator', 'ben'))).toContain('changed since')
  expect(await run('reject', decided, '--reason', 'rude', '--operator', 'ben')).toEqual(['Rejected.'])
  expect((await testApp.list(author)).unpublished).toMatchObject([{ commentId, status: 'rejected' }])
  expect(await testApp.auditOf(`comment:${commentId}`)).toMatchObject([
    { actor: 'operator:ann', action: 'approve comment' },
    { actor: 'operator:ben', action: 'reject comment', reason: 'rude' },
  ])
  expect(await refusedWith(run('approve', 'unknown@1'))).toContain('There is no comment unknown.')
})

test('the list of words is shown and changed', async () => {
  expect(await run('words')).toContain('貸款')
  expect(await run('words', 'add', 'Bad Film!')).toEqual(['Added badfilm.'])
  expect(await run('words')).toContain('badfilm')
  expect(await run('words', 'remove', 'badfilm')).toEqual(['Removed badfilm.'])
  expect(await run('words')).not.toContain('badfilm')
})

test('control characters in comments do not reach the terminal', () => {
  const shown = formatReviewed({
    commentId: 'c1',
    version: 3,
    programId: 'film',
    title: 'A film',
    name: 'x\u001B[2J',
    text: 'one\u001B[31m\ntwo',
    spoiler: true,
    status: 'published',
    reviewReasons: [],
    reports: [{ reason: 'abuse', count: 2 }],
    createdAt: Temporal.Instant.from('2026-11-23T04:00:00Z'),
  })
  expect(shown).toBe(
    'c1@3  published: reported as abuse ×2; 2026-11-23T12:00+08:00; A film (film); by “x[2J”; spoiler\n    one[31m\n    two',
  )
})
