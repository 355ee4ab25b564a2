import { expect, test } from 'vitest'
import * as approvals from '#contract/admin/approvals.ts'
import * as audit from '#contract/admin/audit.ts'
import type { AdminEndpoint } from '#contract/admin/endpoint.ts'
import * as operators from '#contract/admin/operators.ts'
import * as session from '#contract/admin/session.ts'
import { consoleActions as english } from './en_US/console-actions.ts'
import { consoleActions as chinese } from './zh_HK/console-actions.ts'

/** As the console looks them up. */
const textKey = (action: string) => action.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

const ENDPOINTS: readonly AdminEndpoint[] = [approvals, audit, operators, session]
  .flatMap((nouns) => Object.values<unknown>(nouns))
  .filter((value): value is AdminEndpoint => typeof value === 'object' && value !== null && 'path' in value)

test.each([
  ['zh_HK', chinese],
  ['en_US', english],
])('in %s every action of the audit log, and every call that waits for approval, has its words', (_, text) => {
  expect(ENDPOINTS.length).toBeGreaterThan(12)
  const actions = ENDPOINTS.flatMap(({ audit: action }) => action ?? [])
  expect(actions.filter((action) => !text.actions[textKey(action)])).toEqual([])
  const requests = ENDPOINTS.filter(({ fourEyes }) => fourEyes).map(({ path }) => path)
  expect(requests.length).toBeGreaterThan(2)
  expect(requests.filter((path) => !text.requests[path])).toEqual([])
})

test('both languages name the same actions, fields and subjects', () => {
  for (const part of ['actions', 'requests', 'fields', 'values', 'subjects'] as const)
    expect(Object.keys(english[part])).toEqual(Object.keys(chinese[part]))
})
