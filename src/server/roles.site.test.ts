import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { siteConfig } from './roles.ts'

test('the site of a demo knows that its clips stand for films; where other machines reach it, there is no demo', () => {
  expect(siteConfig(readConfig({})).demo).toBe(true)
  const open = { HOST: '0.0.0.0', PUBLIC_URL: 'https://films.example.hk' }
  expect(siteConfig({ ...readConfig({}), ...open }).demo).toBe(false)
})
