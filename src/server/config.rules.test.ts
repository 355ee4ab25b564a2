import { expect, test } from 'vitest'
import { allowsDemoAccounts, allowsTestTools } from './config.rules.ts'

const here = { HARBOUR_DEMO: true, HOST: '127.0.0.1', PUBLIC_URL: undefined, SMS_PARTY: 'terminal' } as const

test.each([
  ['on this computer', {}, true],
  ['by another name of it', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' }, true],
  ['by its IPv6 address', { HOST: '::1', PUBLIC_URL: 'http://[::1]:8080' }, true],
  ['without the demo', { HARBOUR_DEMO: false }, false],
  ['where others can reach us', { HOST: '0.0.0.0' }, false],
  ['behind a proxy that shows us to the world', { PUBLIC_URL: 'https://harbour.example' }, false],
  ['where SMS really leave', { SMS_PARTY: 'twilio' }, false],
] as const)('demo accounts exist only where no other computer reaches the service: %s', (_, change, expected) => {
  expect(allowsDemoAccounts({ ...here, ...change })).toBe(expected)
})

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
  [{ PUBLIC_URL: 'https://films.example.hk' }, false],
  [{ PUBLIC_URL: 'http://192.0.2.1:8080' }, false],
  [{ HARBOUR_TEST: false }, false],
])('test tools with %j: %s', (change, expected) => {
  expect(allowsTestTools({ HARBOUR_TEST: true, PUBLIC_URL: undefined, ...change })).toBe(expected)
})
