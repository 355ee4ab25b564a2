import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SPECIFIED_ERRORS, SPECIFIED_RULES } from './support/specified-rules.ts'

describe.each([
  ['the error catalogue (SPEC 8)', SPECIFIED_ERRORS, 17],
  ['the validation rules (SPEC 5)', SPECIFIED_RULES, 64],
] as const)('%s', (_, rows, count) => {
  test('has all of its rows', () => {
    expect(Object.keys(rows)).toHaveLength(count)
  })

  test.each(Object.entries(rows))('%s is shown by a test', (_row, shownBy) => {
    expect(shownBy.length).toBeGreaterThan(0)
    for (const [file, name] of shownBy) {
      expect(name).not.toBe('')
      expect(readFileSync(file, 'utf8'), `${file} has no test of this name`).toContain(name)
    }
  })
})
