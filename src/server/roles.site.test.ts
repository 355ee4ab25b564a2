import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { siteConfig } from './roles.ts'

test('the site of a demo knows that its clips stand for films; where other machines reach it, there is no demo', () => {
  expect(siteConfig(readConfig({})).demo).toBe(true)
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://films.example.hk' }
  expect(siteConfig({ ...readConfig({}), ...open }).demo).toBe(false)
})

test('a demo without a configured address links example addresses of the pages and apps; with one, only what is configured', () => {
  const { aboutURL, appLinks } = siteConfig(readConfig({}))
  for (const url of [...Object.values(aboutURL), ...Object.values(appLinks)])
    expect(url).toMatch(/^https:\/\/example\.com\/harbour-demo\/[a-z]/)
  const configured = siteConfig(readConfig({ PLAY_STORE_URL: 'https://play.example/a' }))
  expect(configured.appLinks).toEqual({ appStore: '', googlePlay: 'https://play.example/a', smartTv: '' })
  expect(configured.aboutURL).toEqual({ zh_HK: '', en_US: '' })
})

test.each([
  ['without the demo', { HARBOUR_DEMO: false }],
  ['where other machines reach it', { HOST: '0.0.0.0', PUBLIC_URL: 'https://films.example.hk' }],
])('%s nothing is linked that is not configured', (_, change) => {
  const { aboutURL, appLinks } = siteConfig({ ...readConfig({}), ...change })
  expect([...Object.values(aboutURL), ...Object.values(appLinks)]).toEqual(['', '', '', '', ''])
})
