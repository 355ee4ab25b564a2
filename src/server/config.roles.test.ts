import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONFIG_NAMES, ConfigError, readConfig, SECRET_NAMES } from './config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'harbour-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test.each([
  [undefined, ['web', 'worker', 'encoder']],
  ['encoder, web', ['web', 'encoder']],
  ['worker,worker', ['worker']],
])('HARBOUR_ROLES=%s', (HARBOUR_ROLES, expected) => {
  expect(readConfig({ HARBOUR_ROLES }).HARBOUR_ROLES).toEqual(expected)
})

test('an unknown role is refused, and a health port that is the site’s', () => {
  expect(problemsOf({ HARBOUR_ROLES: 'web,tv' })).toEqual([
    'HARBOUR_ROLES is "web,tv"; it must be a comma-separated list of web, worker, encoder',
  ])
  expect(problemsOf({ HEALTH_PORT: '8080' })).toEqual(['HEALTH_PORT is "8080"; it must be another port than PORT'])
})

test('a secret may be in a file; a setting that is none may not', () => {
  const file = join(folder, 'key')
  writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  expect(readConfig({ MASTER_KEY_FILE: file }).MASTER_KEY).toEqual(Buffer.alloc(32, 7))
  expect(readConfig({ BRAND_EN_FILE: file }).BRAND_EN).toBe('Harbour')
})

test('whatever opens something is a secret', () => {
  const opens = /PASSWORD|SECRET|TOKEN|PRIVATE|_KEY$|DATABASE_URL|(MAIL|SMPP)_URL/
  expect(CONFIG_NAMES.filter((name) => opens.test(name) && !SECRET_NAMES.includes(name))).toEqual([])
  expect(SECRET_NAMES.length).toBeGreaterThan(20)
})

test.each(SECRET_NAMES)('%s_FILE is read, and what is wrong in it is not repeated', (name) => {
  const file = join(folder, 'one-secret')
  writeFileSync(file, ' \n')
  const known = problemsOf({})
  expect(problemsOf({ [`${name}_FILE`]: file })).toEqual(known)
  // Some take any text: then it is taken, and others of the same provider are missing.
  writeFileSync(file, 'hunter2')
  const problems = problemsOf({ [`${name}_FILE`]: file })
  expect(problems).toEqual(problemsOf({ [name]: 'hunter2' }))
  expect(problems.join()).not.toContain('hunter2')
  if (problems.length === 0) expect(readConfig({ [`${name}_FILE`]: file })).toMatchObject({ [name]: 'hunter2' })
})

test('a file that cannot be read, and a secret that is given twice, are problems; no secret is repeated', () => {
  const missing = join(folder, 'missing')
  expect(problemsOf({ METRICS_TOKEN_FILE: missing })).toEqual([
    expect.stringContaining('METRICS_TOKEN_FILE cannot be read: ENOENT'),
  ])
  const file = join(folder, 'token')
  writeFileSync(file, 'short')
  const both = problemsOf({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'a-token-of-the-operator' })
  expect(both).toContain('METRICS_TOKEN and METRICS_TOKEN_FILE are both set; set one of them')
  expect(problemsOf({ METRICS_TOKEN_FILE: file }).join()).not.toContain('short')
})
