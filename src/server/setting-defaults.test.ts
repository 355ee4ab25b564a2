import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settingDefaults } from './setting-defaults.ts'

test('a demo without a configured address links example addresses of the pages and apps; with one, only what is configured', () => {
  const { about, apps } = settingDefaults(readConfig({}))
  for (const url of [...Object.values(about), ...Object.values(apps)])
    expect(url).toMatch(/^https:\/\/example\.com\/harbour-demo\/[a-z]/)
  const configured = settingDefaults(readConfig({ PLAY_STORE_URL: 'https://play.example/a' }))
  expect(configured.apps).toEqual({ appStore: '', googlePlay: 'https://play.example/a', smartTv: '' })
  expect(configured.about).toEqual({ zh_HK: '', en_US: '' })
})

test.each([
  ['without the demo', { HARBOUR_DEMO: false }],
  ['where other machines reach it', { HOST: '0.0.0.0', PUBLIC_URL: 'https://films.example.hk' }],
])('%s nothing is linked that is not configured', (_, change) => {
  const { about, apps } = settingDefaults({ ...readConfig({}), ...change })
  expect([...Object.values(about), ...Object.values(apps)]).toEqual(['', '', '', '', ''])
})

test('the environment says the defaults of the others', () => {
  const given = { BRAND_ZH: '海映', CONTACT_EMAIL: 'care@films.example.hk', STREAMS_MAX: '3', SMS_PER_DAY: '50' }
  expect(settingDefaults(readConfig(given))).toMatchObject({
    brand: { zh_HK: '海映', en_US: 'Harbour' },
    contact: { email: 'care@films.example.hk' },
    limits: { streams: 3, streamsWithPlan: 2, smsPerDay: 50 },
  })
})
