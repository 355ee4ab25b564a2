import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { IMAGE_BYTES_MAX } from '#contract/image-uploads.ts'
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
  test('the address of the site may end with a slash', () => {
    expect(readConfig({ PUBLIC_URL: 'http://localhost:8080/' }).PUBLIC_URL).toBe('http://localhost:8080')
  })

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
    ['PORT', '1e3'],
    ['PORT', '0x50'],
    ['SMS_PER_DAY', '2e3'],
    ['MEDIA_STORE', 's3'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '192.0.2.1, 10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['FFMPEG_PATH', '/nonexistent/ffmpeg'],
    ['FFPROBE_PATH', '/'],
    ['PUBLIC_URL', 'harbour.example'],
    ['PUBLIC_URL', 'https://harbour.example/films'],
    ['PUBLIC_URL', 'https://harbour.example/?a'],
    ['PUBLIC_URL', 'https://user@harbour.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['MEDIA_STORE', 's3:/bucket'],
    ['BACKUP_STORE', 's3:/bucket'],
    ['BACKUP_STORE', 'ftp://backups'],
    ['BACKUP_STORE', 'data/backups'],
    ['HARBOUR_DEMO', 'yes'],
    ['HARBOUR_DEMO_MEDIA', 'tiny'],
    ['IMAGE_ENCODING', 'never'],
    ['MASTER_KEY', 'short'],
    ['METRICS_TOKEN', 'short'],
    ['ALERT_KEY', 'short'],
    ['ALERT_EMAIL', 'ops@harbour.test, nobody'],
    ['ALERT_URL', 'http://hooks.harbour.test/x'],
    ['ALERT_URL', 'https://user:word@hooks.harbour.test/x'],
    ['ALERT_URL', 'ftp://127.0.0.1/x'],
    ['ACCEL_PREFIX', 'media'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('%s=%s is named', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} .*it must be `))
  })

  test('all wrong variables are named at once, in our words', () => {
    expect(problemsOf({ PORT: '1e3', MEDIA_STORE: 's3', HARBOUR_DEMO: 'x' })).toEqual([
      'PORT is "1e3"; it must be a port from 0 to 65535',
      'MEDIA_STORE is "s3"; it must be file, or s3://bucket/prefix',
      'HARBOUR_DEMO is "x"; it must be 0 or 1',
    ])
  })

  test('those that contradict each other are named beside those that are wrong', () => {
    const problems = problemsOf({ PORT: 'x', SMS_PARTY: 'twilio', REGION_HEADER: 'x-region' })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_FROM',
      'REGION_HEADER',
    ])
  })

  test('the settings of a payment provider are all given, or none', () => {
    const named = (env: Record<string, string>) => problemsOf(env).map((problem) => problem.split(' ')[0])
    expect(named({ WECHAT_MCH_ID: '1900009191' })).toEqual([
      'WECHAT_APP_ID',
      'WECHAT_MCC',
      'WECHAT_CERT_SERIAL',
      'WECHAT_PRIVATE_KEY',
      'WECHAT_API_KEY',
      'WECHAT_PLATFORM_KEYS',
      'PUBLIC_URL',
    ])
    expect(named({ PAYME_CLIENT_SECRET: 'x' })).toEqual([
      'PAYME_CLIENT_ID',
      'PAYME_SIGNING_KEY_ID',
      'PAYME_SIGNING_KEY',
    ])
  })

  test.each([
    ['WECHAT_MCC', '5'],
    ['WECHAT_PRIVATE_KEY', 'no key'],
    ['WECHAT_API_KEY', 'thirty-one characters are too few'],
    ['WECHAT_PLATFORM_KEYS', 'SERIAL=AAAA'],
    ['PAYME_SIGNING_KEY', '%'],
    ['ANTOM_OCTOPUS_METHOD', 'octopus card'],
  ])('%s cannot be %s', (name, value) => {
    expect(problemsOf({ [name]: value }).filter((problem) => problem.startsWith(`${name} is `))).toHaveLength(1)
  })

  test.each([
    [{ HOST: '0.0.0.0' }, ['SMS_PARTY', 'MAIL_URL', 'PUBLIC_URL']],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://films.example.hk' }, ['SMS_PARTY', 'MAIL_URL']],
    [{ HOST: '0.0.0.0', NODE_ENV: 'development' }, []],
    [{ HOST: '127.0.0.1' }, []],
    [{ PUBLIC_URL: 'https://films.example.hk', TRUST_PROXY: 'loopback' }, ['SMS_PARTY', 'MAIL_URL']],
    [{ PUBLIC_URL: 'http://films.example.hk' }, ['SMS_PARTY', 'MAIL_URL']],
    [{ PUBLIC_URL: 'https://films.example.hk', TRUST_PROXY: 'loopback', NODE_ENV: 'development' }, []],
    [{ PUBLIC_URL: 'http://localhost:8080' }, []],
    [{ PUBLIC_URL: 'http://[::1]:8080', HOST: '::1' }, []],
  ])('a production that others can reach needs its providers and its address: %j', (env, named) => {
    expect(problemsOf({ ...env }).map((problem) => problem.split(' ')[0])).toEqual(named)
  })

  test('a wrong variable is not blamed twice, nor for what it might have been', () => {
    expect(problemsOf({ TRUST_PROXY: 'x', REGION_HEADER: 'x-region' })).toHaveLength(1)
    expect(problemsOf({ HARBOUR_TEST: '1', NODE_ENV: 'prod', HOST: '127.0.0.1' })).toHaveLength(1)
    expect(problemsOf({ MAIL_URL: 'http://x', MAIL_FROM: 'a@example.hk' })).toHaveLength(1)
  })

  test('proxies are addresses, ranges and this machine', () => {
    const list = '192.0.2.1, 10.0.0.0/8,2001:db8::/32, ::1, loopback'
    expect(readConfig({ TRUST_PROXY: list }).TRUST_PROXY).toBe(list)
  })

  test('a program that can be run is taken', () => {
    expect(readConfig({ FFMPEG_PATH: process.execPath }).FFMPEG_PATH).toBe(process.execPath)
  })

  test('a secret is never repeated', () => {
    expect(problemsOf({ MASTER_KEY: 'hunter2', DATABASE_URL: 'user:pass@host' }).join()).not.toMatch(/hunter2|pass@/)
  })

  test.each([
    [{ HARBOUR_TEST: '1', NODE_ENV: 'production' }],
    [{ HARBOUR_TEST: '1', NODE_ENV: 'test', HOST: '0.0.0.0' }],
    [{ REGION_HEADER: 'x-region' }],
    [{ PUBLIC_URL: 'https://films.example.hk', NODE_ENV: 'development' }],
    [{ ANTOM_OCTOPUS_METHOD: 'OCTOPUS' }],
    [{ ALERT_KEY: 'k'.repeat(32) }],
    [{ CONSOLE_URL: 'https://console.example.hk' }],
    [{ CONSOLE_URL: 'http://console.example.hk', CONSOLE_ALLOW: '10.0.0.0/8' }],
    [
      {
        CONSOLE_ALLOW: '10.0.0.0/8',
        PUBLIC_URL: 'https://films.example.hk',
        TRUST_PROXY: 'loopback',
        NODE_ENV: 'development',
      },
    ],
    [{ CONSOLE_ALLOW: '10.0.0.0/8', HOST: '0.0.0.0', NODE_ENV: 'development' }],
    [
      {
        CONSOLE_URL: 'https://films.example.hk',
        CONSOLE_ALLOW: '10.0.0.0/8',
        PUBLIC_URL: 'https://films.example.hk',
        TRUST_PROXY: 'loopback',
        NODE_ENV: 'development',
      },
    ],
    [{ PAYME_CLIENT_ID: 'id', PAYME_CLIENT_SECRET: 'secret', PAYME_SIGNING_KEY_ID: 'key' }],
  ])('%o contradicts itself', (env) => {
    expect(problemsOf(env as Record<string, string>)).toHaveLength(1)
  })

  test.each([
    [{ PUBLIC_URL: 'https://films.example.hk', TRUST_PROXY: 'loopback', NODE_ENV: 'development' }],
    [{ PUBLIC_URL: 'https://films.example.hk', HOST: '10.0.0.1', NODE_ENV: 'development' }],
    [{ PUBLIC_URL: 'http://localhost:8080' }],
    [
      {
        PUBLIC_URL: 'https://films.example.hk',
        TRUST_PROXY: 'loopback',
        CONSOLE_URL: 'https://console.example.hk',
        CONSOLE_ALLOW: '10.0.0.0/8',
        NODE_ENV: 'development',
      },
    ],
  ])('%o does not', (env) => {
    expect(readConfig(env as Record<string, string>).PUBLIC_URL).toBe(env.PUBLIC_URL)
  })

  test('the documented nginx configuration sets or clears the region header, which is trusted behind it', () => {
    const operations = readFileSync('docs/operations.md', 'utf8')
    const [, name] = /`REGION_HEADER=([\w-]+)`/.exec(operations)!
    expect(operations).toMatch(new RegExp(`^ *proxy_set_header ${name} \\S+;$`, 'm'))
  })

  test('the documented nginx configuration takes the largest image of a form', () => {
    const [, megabytes] = /^ *client_max_body_size (\d+)m;$/m.exec(readFileSync('docs/operations.md', 'utf8'))!
    // nginx counts in 1024s; the other fields of the form have a megabyte.
    expect(Number(megabytes) * 1_048_576).toBeGreaterThan(IMAGE_BYTES_MAX + 1_000_000)
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
