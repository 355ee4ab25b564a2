import { expect, test } from 'vitest'
import { personName, titleName } from './large-catalogue-names.ts'

test('names are different: 50 000 titles in either language, 8 000 people', () => {
  const titles = Array.from({ length: 50_000 }, (_, n) => titleName(n))
  const people = Array.from({ length: 8_000 }, (_, n) => personName(n))
  for (const names of [titles, people]) {
    expect(new Set(names.map(({ zh }) => zh)).size).toBe(names.length)
    expect(new Set(names.map(({ en }) => en)).size).toBe(names.length)
  }
})
