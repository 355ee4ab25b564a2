import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { RENAMED_SETTINGS } from './config.rules.ts'
import { CONFIG_NAMES, ConfigError, readConfig } from './config.ts'

/** Every setting of version 0.1, set. */
const saved = parseEnv(readFileSync('test/fixtures/v0.1/env', 'utf8')) as Record<string, string>

/** The same after its operator has followed what a refused start says. */
const followed = Object.fromEntries(
  Object.entries(saved).map(([name, value]) => [RENAMED_SETTINGS[name] ?? name, value]),
)

/** Settings that exclude each other in one environment, or must exist on this machine: set in an environment of its own. */
const APART: readonly Record<string, string>[] = [
  { MEDIA_STORE: 'file', ACCEL_PREFIX: '/protected-media/', UHD_HOST_BASE: 'https://uhd.example.hk' },
  { FFMPEG_PATH: process.execPath, FFPROBE_PATH: process.execPath },
  { SMS_PARTY: 'smpp' },
  { SMS_PARTY: 'terminal', HOST: '127.0.0.1', NODE_ENV: 'development', HARBOUR_TEST: '1', HARBOUR_DEMO: '1' },
]

test('a .env of version 0.1 is read with what it says', () => {
  expect(readConfig(followed)).toMatchObject({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: 8443,
    PUBLIC_URL: 'https://films.example.hk',
    DATA_DIR: resolve('films'),
    DATABASE_URL: 'postgres://harbour:secret@database.example:5432/harbour',
    MEDIA_STORE: 's3://films/media',
    S3_ENDPOINT: 'https://objects.example.hk',
    S3_REGION: 'ap-east-1',
    S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'example-secret',
    HARBOUR_DEMO: false,
    HARBOUR_DEMO_MEDIA: 'small',
    HARBOUR_TEST: false,
    FREE_HOST_BASE: 'https://free.example.hk',
    MAIN_HOST_BASE: 'https://main.example.hk',
    UHD_HOST_BASE: '',
    ALLOWED_ORIGINS: ['https://tv.example.hk', 'https://partner.example.hk'],
    METRICS_TOKEN: 'sixteen-or-more-characters',
    TRUST_PROXY: 'loopback,10.0.0.0/8,2001:db8::/32',
    REGION_HEADER: 'X-Region',
    DEFAULT_REGION: 'MO',
    MASTER_KEY: Buffer.from('0123456789abcdef0123456789abcdef'),
    SMS_PARTY: 'twilio',
    SMS_PER_DAY: 500,
    TWILIO_ACCOUNT_SID: 'AC0123456789',
    TWILIO_AUTH_TOKEN: '0123456789',
    TWILIO_FROM: '+85221234567',
    TWILIO_MESSAGING_SERVICE_SID: 'MG0123456789',
    TWILIO_API_BASE: 'https://twilio.example.hk',
    SMPP_URL: 'ssmpp://harbour:secret@smsc.example.hk:3550',
    SMPP_SOURCE: 'Harbour',
    MAIL_URL: 'smtps://harbour:secret@mail.example.hk:465',
    MAIL_FROM: 'Harbour <no-reply@films.example.hk>',
    LOG_LEVEL: 'warn',
    BRAND_ZH: '海港',
    BRAND_EN: 'Harbour Films',
    ABOUT_URL_ZH: 'https://films.example.hk/zh',
    ABOUT_URL_EN: 'https://films.example.hk/en',
    APP_STORE_URL: 'https://apps.example.com/harbour',
    PLAY_STORE_URL: 'https://play.example.com/harbour',
    TV_STORE_URL: 'https://tv.example.com/harbour',
  })
})

test.each(APART)('a .env of version 0.1 is read with %o', (change) => {
  const read = readConfig({ ...followed, ...change }) as Record<string, unknown>
  const flags: Record<string, boolean> = { 0: false, 1: true }
  for (const [name, value] of Object.entries(change)) expect(read[name]).toBe(flags[value] ?? value)
})

test('every setting of version 0.1 is a setting still, or names its successor', () => {
  const names = Object.keys(saved)
  expect(names).toHaveLength(45)
  const unknown = names.filter((name) => !CONFIG_NAMES.includes(name) && !(name in RENAMED_SETTINGS))
  expect(unknown).toEqual([])
})

test('the successor of a renamed setting is a setting, and the former name is none', () => {
  for (const [former, successor] of Object.entries(RENAMED_SETTINGS)) {
    expect(CONFIG_NAMES).toContain(successor)
    expect(CONFIG_NAMES).not.toContain(former)
  }
})

test('a renamed setting is refused naming its successor, beside every other problem', () => {
  const problemsOf = (env: Record<string, string>) => {
    try {
      readConfig(env, { HTTP_PORT: 'PORT', SITE_URL: 'PUBLIC_URL' })
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }
  expect(problemsOf({ HTTP_PORT: '8080' })).toEqual(['HTTP_PORT has been renamed; use PORT'])
  expect(problemsOf({ HTTP_PORT: '8080', PORT: '8081' })).toEqual(['HTTP_PORT has been renamed; use PORT'])
  expect(problemsOf({ SITE_URL: 'https://films.example.hk', LOG_LEVEL: 'loud' })).toEqual([
    'SITE_URL has been renamed; use PUBLIC_URL',
    expect.stringMatching(/^LOG_LEVEL is "loud"; it must be /),
  ])
  expect(problemsOf({ HTTP_PORT: '', PORT: '8080' })).toEqual([])
})
