import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADMIN_ENDPOINTS } from '#server/wire/admin/calls.ts'
import { consoleActions as english } from '#text/en_US/console-actions.ts'
import { consoleActions as chinese } from '#text/zh_HK/console-actions.ts'
import { actionOfKey, textKey } from '#web/console/widgets/changes.tsx'

/** Of calls, and of code that records by itself: commands, jobs, planned changes. */
const called = ADMIN_ENDPOINTS.flatMap(({ audit }) => audit ?? [])
const recorded = globSync('src/server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).flatMap((file) => {
  const code = readFileSync(file, 'utf8')
  if (!/recordAudit|recordSent|audit: \{ action|\brecord\(/.test(code)) return []
  return [...code.matchAll(/\baction: '([a-z]+(?:[ -][a-z]+)+)'/g)].map(([, action]) => action!)
})

test.each([
  ['zh_HK', chinese],
  ['en_US', english],
])('in %s every action of the audit log has its words, by which it is also found', (_, { actions }) => {
  expect(called.length).toBeGreaterThan(80)
  expect(recorded.length).toBeGreaterThan(20)
  const all = [...new Set([...called, ...recorded])]
  expect(all.filter((action) => !actions[textKey(action)])).toEqual([])
  expect(all.filter((action) => actionOfKey(textKey(action)) !== action)).toEqual([])
})
