import { expect, test } from 'vitest'
import { pathParams } from './path-pattern.rules.ts'

test.each([
  ['/PlayDrama/:episode', '/PlayDrama/12', { episode: '12' }],
  ['/a/:one/b/:two', '/a/1/b/x', { one: '1', two: 'x' }],
  ['/play', '/play', {}],
])('%s matches %s', (pattern, path, params) => {
  expect(pathParams(pattern, path)).toEqual(params)
})

test.each([
  ['/PlayDrama/:episode', '/PlayDrama/'],
  ['/PlayDrama/:episode', '/PlayDrama'],
  ['/PlayDrama/:episode', '/PlayDrama/1/2'],
  ['/PlayDrama/:episode', '/playdrama/1'],
  ['/play', '/:play'],
])('%s does not match %s', (pattern, path) => {
  expect(pathParams(pattern, path)).toBeUndefined()
})
