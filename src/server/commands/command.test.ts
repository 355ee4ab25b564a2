import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  defineCommand,
  named,
  oneOf,
  readArguments,
  runCommand,
  text,
  UsageError,
  usageOf,
  wholeNumber,
} from './command.ts'

const FILMS = defineCommand({
  name: 'films',
  actions: {
    list: { options: { state: { kind: oneOf(['new', 'old']), fallback: 'new', help: 'which' } }, help: 'prints them.' },
    send: {
      positionals: { film: { kind: text } },
      options: {
        count: { kind: wholeNumber({ min: 1, max: 9 }), required: true, help: 'copies' },
        coverNote: { kind: text, help: 'a note' },
        file: { kind: named('<file>'), help: 'or the file that it is in' },
        image: { kind: text, needs: 'file', help: 'in it' },
        dryRun: { kind: 'flag', help: 'tries' },
      },
      audited: { reason: 'sent' },
      help: 'sends one.',
    },
    'send all': { help: 'sends all.' },
    move: {
      options: { here: { kind: 'flag', help: 'h' }, there: { kind: text, help: 't' } },
      exactlyOne: ['here', 'there'],
      help: 'm',
    },
  },
})

const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(`out: ${line}`))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(`err: ${line}`))
})
afterEach(() => vi.restoreAllMocks())

const read = (line: string) => readArguments(FILMS, line.split(' ').filter(Boolean))

test('reads words and options as they are declared', () => {
  expect(read('list')).toEqual({ action: 'list', state: 'new' })
  expect(read('send all')).toEqual({ action: 'send all' })
  expect(read('send tram --cover-note hello --count 3 --dry-run --operator ann')).toEqual({
    action: 'send',
    film: 'tram',
    count: 3,
    coverNote: 'hello',
    file: undefined,
    image: undefined,
    dryRun: true,
    reason: 'sent',
    actor: 'operator:ann',
  })
})

test('names the account of this computer when no operator is given', () => {
  expect(read('send tram --count 1')).toMatchObject({ actor: expect.stringMatching(/^operator:./) })
})

test.each([
  ['', 'Say what to do: list, send, send all, move.'],
  ['drop', 'drop is none of list, send, send all, move.'],
  ['send --count 1', '<film> is missing.'],
  ['send tram', '--count is required.'],
  ['send tram --count 0', '--count must be a whole number from 1 to 9 (got 0).'],
  ['send tram ferry --count 1', 'Remove ferry.'],
  ['send tram --count 1 --colour', "Unknown option '--colour'."],
  ['send tram --count 1 --image a', '--image needs --file.'],
  ['list --count 1', 'npm run films -- list takes no --count.'],
  ['list --state lost', '--state must be one of new, old (got lost).'],
  ['move', 'Give one of --here, --there.'],
  ['move --here --there x', 'Give one of --here, --there.'],
])('%j is refused with one sentence', (line, sentence) => {
  let problems: readonly string[] = []
  try {
    read(line)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    problems = (error as UsageError).problems
  }
  expect(problems).toEqual([sentence])
})

test('prints what is wrong and the help, and does nothing', async () => {
  const work = vi.fn(async () => 0)
  expect(await runCommand(FILMS, ['send'], work)).toBe(2)
  expect(printed).toEqual(['err: <film> is missing.', 'err: --count is required.', `err: ${usageOf(FILMS)}`])
  expect(await runCommand(FILMS, ['send', '--help'], work)).toBe(0)
  expect(printed.at(-1)).toBe(`out: ${usageOf(FILMS)}`)
  expect(work).not.toHaveBeenCalled()
  expect(await runCommand(FILMS, ['send', 'all'], async () => 1)).toBe(1)
})

test('the help is made of what the actions declare', () => {
  const lines = usageOf(FILMS).split('\n')
  expect(lines).toContain('  npm run films -- list [--state new|old]')
  expect(lines).toContain('  npm run films -- send <film> --count <number> [options]')
  expect(lines).toContain('  npm run films -- move --here | --there <text>')
  expect(lines).toContain('  --state       which (new by default)')
  expect(lines).toContain('  --operator    who does it: the account of this computer by default')
})
