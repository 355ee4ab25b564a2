import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CONFIG_NAMES, ConfigError, readConfig } from './config.ts'

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('the environment', () => {
  test('an empty one gives the defaults of .env.example', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      MEDIA_STORE: 'file',
      HARBOUR_DEMO: true,
      HARBOUR_TEST: false,
    })
  })

  test('an empty variable counts as not given', () => {
    expect(readConfig({ PORT: '', MASTER_KEY: '' })).toEqual(readConfig({}))
  })

  test.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PUBLIC_URL', 'harbour.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['MEDIA_STORE', 's3:/bucket'],
    ['HARBOUR_DEMO', 'yes'],
    ['HARBOUR_DEMO_MEDIA', 'tiny'],
    ['MASTER_KEY', 'short'],
    ['METRICS_TOKEN', 'short'],
    ['ACCEL_PREFIX', 'media'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('%s=%s is named', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} .*it should be `))
  })

  test('all wrong variables are named at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', HARBOUR_DEMO: 'x' })).toHaveLength(3)
  })

  test('a secret is never repeated', () => {
    expect(problemsOf({ MASTER_KEY: 'hunter2', DATABASE_URL: 'user:pass@host' }).join()).not.toMatch(/hunter2|pass@/)
  })

  test.each([
    [{ HARBOUR_TEST: '1', NODE_ENV: 'production' }],
    [{ HARBOUR_TEST: '1', NODE_ENV: 'test', HOST: '0.0.0.0' }],
    [{ REGION_HEADER: 'x-region' }],
    [{ ACCEL_PREFIX: '/m/', MEDIA_STORE: 's3://bucket' }],
  ])('%o contradicts itself', (env) => {
    expect(problemsOf(env as Record<string, string>)).toHaveLength(1)
  })

  test('.env.example lists every variable and no other', () => {
    const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(listed.toSorted()).toEqual([...CONFIG_NAMES].toSorted())
  })

  test('.env.example as it stands is the defaults', () => {
    const lines = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
    expect(readConfig(Object.fromEntries(lines.map(([, name, value]) => [name, value])))).toEqual(readConfig({}))
  })
})
