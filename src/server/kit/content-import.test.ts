import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createTestClock } from './clock.ts'
import { type ContentImport, importContent } from './content-import.ts'
import { contentPart, findRepeated } from './content-part.ts'
import type { Tx } from './db.ts'

const AT = Temporal.Instant.from('2026-11-23T01:00:00Z')
const NO_DB = {} as Tx

/** Two parts over lists in memory: names of ships and of ports. A transaction takes back what a part wrote. */
function createWorld() {
  const stored = { ship: new Set<string>(), port: new Set<string>() }
  const audited: object[] = []
  const partOf = (kind: 'ship' | 'port') =>
    contentPart({
      audit: { action: `import ${kind}s`, subject: kind },
      sources: {},
      schemas: { [kind]: z.strictObject({ kind: z.literal(kind), name: z.string() }) },
      check: (records) => findRepeated(records[kind]!.map(({ line, name }) => ({ line, name }))),
      apply: async (_, records) => {
        const problems = records[kind]!.filter(({ name }) => name === 'sunk').map(({ line }) => ({
          line,
          is: 'malformed' as const,
        }))
        const done = records[kind]!.map(({ name }) => {
          const isNew = !stored[kind].has(name)
          stored[kind].add(name)
          return isNew ? ('added' as const) : undefined
        })
        return { done, problems }
      },
    })
  const target: ContentImport = {
    clock: createTestClock(AT.toString()),
    parts: [partOf('ship'), partOf('port')],
    transaction: async (work) => {
      const before = { ship: new Set(stored.ship), port: new Set(stored.port), audited: audited.length }
      try {
        return await work(NO_DB)
      } catch (error) {
        Object.assign(stored, { ship: before.ship, port: before.port })
        audited.length = before.audited
        throw error
      }
    },
    audit: async (_, entry) => void audited.push(entry),
  }
  const put = (entries: readonly object[], isDryRun = false) => {
    const content = entries.map((entry) => JSON.stringify(entry)).join('\n')
    return importContent(target, { content, file: 'test', actor: 'operator:ann', isDryRun })
  }
  return { put, stored, audited }
}

const ship = (name: string) => ({ kind: 'ship', name })
const port = (name: string) => ({ kind: 'port', name })

test('one file has records of several parts; each part writes its own and is audited once', async () => {
  const { put, stored, audited } = createWorld()
  const file = [port('Aldrich'), ship('Tern'), port('Tai O')]
  expect(await put(file)).toEqual({ added: 3, changed: 0, unchanged: 0, problems: [] })
  expect([...stored.port, ...stored.ship]).toEqual(['Aldrich', 'Tai O', 'Tern'])
  const entry = { actor: 'operator:ann', at: AT, reason: 'list test' }
  expect(audited).toEqual([
    { ...entry, action: 'import ships', subject: 'ship', details: { added: 1, changed: 0 } },
    { ...entry, action: 'import ports', subject: 'port', details: { added: 2, changed: 0 } },
  ])
  expect(await put(file)).toMatchObject({ added: 0, unchanged: 3 })
  expect(audited).toHaveLength(2)
})

test('a problem of one part undoes all parts, and each part says its problems in the order of the lines', async () => {
  const { put, stored, audited } = createWorld()
  const report = await put([port('sunk'), ship('Tern'), ship('sunk')])
  expect(report).toEqual({
    added: 0,
    changed: 0,
    unchanged: 0,
    problems: [
      { line: 1, is: 'malformed' },
      { line: 3, is: 'malformed' },
    ],
  })
  expect([stored.ship.size, stored.port.size, audited.length]).toEqual([0, 0, 0])
})

test('the checks of every part run before anything is written', async () => {
  const { put } = createWorld()
  const { problems } = await put([ship('Tern'), port('Tai O'), port('Tai O'), ship('Tern'), { kind: 'plane' }])
  expect(problems).toEqual([
    { line: 3, is: 'repeated', name: 'Tai O', first: 2 },
    { line: 4, is: 'repeated', name: 'Tern', first: 1 },
    { line: 5, is: 'kindUnknown', kinds: ['ship', 'port'] },
  ])
})

test('a dry run says what an import would do, and does not', async () => {
  const { put, stored, audited } = createWorld()
  expect(await put([ship('Tern')], true)).toEqual({ added: 1, changed: 0, unchanged: 0, problems: [] })
  expect([stored.ship.size, audited.length]).toEqual([0, 0])
})

test.each([
  ['NUL', '\0'],
  ['an escape sequence', '\u001B[2J'],
  ['half of a character', '\uD83D'],
  ['what turns the text around it', '\u202E'],
  ['what a wrong decoding leaves', '\uFFFD'],
])('%s in a text is refused with its line; line breaks are not', async (_, character) => {
  const { put, stored } = createWorld()
  const { problems } = await put([port('Tai O'), ship(`Tern${character}`), { kind: 'port', name: 'Aldrich\nBay' }])
  expect(problems).toEqual([{ line: 2, field: 'name', is: 'unreadable' }])
  expect(stored.port.size).toBe(0)
})
