import { expect, test } from 'vitest'
import { addressOf } from '../config.rules.ts'

test.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['::', 'http://[::]:8080'],
  ['192.0.2.7', 'http://192.0.2.7:8080'],
  ['films.example.hk', 'http://films.example.hk:8080'],
])('the ready line for HOST=%s has a URL that can be opened', (HOST, address) => {
  expect(addressOf({ HOST, PUBLIC_URL: undefined }, 8080)).toBe(address)
})

test('the ready line prefers PUBLIC_URL', () => {
  expect(addressOf({ HOST: '::1', PUBLIC_URL: 'https://films.example.hk' }, 8080)).toBe('https://films.example.hk')
})
