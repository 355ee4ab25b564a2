import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenTableBuilder } from './token-table.rules.ts'
import { WHOLE_WORD } from './search-model.ts'

const aToken = fc.record({
  token: fc
    .array(fc.constantFrom('a', 'b', 'é', '夜', '𠝹', '﨑'), { minLength: 1, maxLength: 4 })
    .chain((letters) => fc.boolean().map((isWord) => (isWord ? WHOLE_WORD : '') + letters.join(''))),
  tier: fc.integer({ min: 2, max: 71 }),
  owner: fc.nat(9),
})
type Entry = { token: string; tier: number; owner: number }

const inByteOrder = (entries: readonly Entry[]) =>
  entries.toSorted((a, b) => Buffer.compare(Buffer.from(a.token), Buffer.from(b.token)))

function fill(entries: readonly Entry[], ownerOf = (id: number): number | undefined => id - 100) {
  const builder = createTokenTableBuilder()
  const lines = inByteOrder(entries).map(({ token, tier, owner }) => `${token}\t${tier}\t${owner + 100}`)
  const half = lines.length >> 1
  for (const part of [lines.slice(0, half), lines.slice(half)])
    if (part.length > 0) builder.add(part.join('\n'), ownerOf)
  return builder.build()
}

const sorted = (visits: readonly string[]) => visits.toSorted()

test('every token that begins with a key is visited, of owners that were replaced only their present ones', () => {
  fc.assert(
    fc.property(
      fc.array(aToken, { maxLength: 60 }),
      fc.array(aToken, { maxLength: 10 }),
      fc.constantFrom('a', 'ab', 'é', '夜', '𠝹', '﨑', '夜a', 'b夜'),
      (entries, replacements, key) => {
        const table = fill(entries)
        const byOwner = Map.groupBy(replacements, ({ owner }) => owner)
        for (const [owner, tokens] of byOwner) {
          table.replace(owner, [{ token: '夜夜', tier: 3 }])
          table.replace(owner, tokens)
        }
        const present = [...entries.filter(({ owner }) => !byOwner.has(owner)), ...replacements]
        const visits: string[] = []
        table.visit(key, (owner, tier, isWhole) => visits.push(`${owner} ${tier} ${isWhole}`))
        expect(sorted(visits)).toEqual(
          sorted(
            present
              .filter(({ token }) => token.startsWith(key))
              .map(({ owner, tier, token }) => `${owner} ${tier} ${token === key}`),
          ),
        )
        const ofWord: string[] = []
        table.visitWord(key, (owner, tier) => ofWord.push(`${owner} ${tier}`))
        expect(sorted(ofWord)).toEqual(
          sorted(
            present.filter(({ token }) => token === WHOLE_WORD + key).map(({ owner, tier }) => `${owner} ${tier}`),
          ),
        )
        expect(table.replaced()).toBe(byOwner.size)
      },
    ),
  )
})

test('tokens of owners that are not known are left out', () => {
  const table = fill(
    [
      { token: 'ab', tier: 10, owner: 1 },
      { token: 'ac', tier: 20, owner: 2 },
    ],
    (id) => (id === 102 ? 7 : undefined),
  )
  const visits: number[][] = []
  table.visit('a', (owner, tier) => visits.push([owner, tier]))
  expect(visits).toEqual([[7, 20]])
  expect(table.count('a')).toBe(1)
})

test('replacing an owner reads no token of another one', () => {
  const table = fill([])
  let reads = 0
  const tokensOf = (owner: number) =>
    Array.from({ length: 40 }, (_, n) => ({
      get token() {
        reads++
        return String.fromCodePoint(0x4e00 + ((owner * 7 + n) % 400))
      },
      tier: 10,
    }))
  const readsOf = (owner: number) => {
    reads = 0
    table.replace(owner, tokensOf(owner))
    return reads
  }
  const first = readsOf(0)
  expect(first).toBeGreaterThanOrEqual(40)
  for (let owner = 1; owner < 500; owner++) expect(readsOf(owner)).toBe(first)
  expect(readsOf(0)).toBe(first)
  expect(table.replaced()).toBe(500)
})
