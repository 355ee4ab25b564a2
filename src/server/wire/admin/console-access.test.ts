import { expect, test } from 'vitest'
import { createConsoleAccess } from './console-access.ts'

const LOCAL = { ip: '127.0.0.1', peer: '127.0.0.1', headers: { host: 'localhost:8080' } }
const PUBLIC = { PUBLIC_URL: 'https://harbour.example' }
const APART = { ...PUBLIC, CONSOLE_URL: 'https://console.harbour.example', CONSOLE_ALLOW: '192.0.2.0/24' }
const behindProxy = (host: string, ip = '192.0.2.7') => ({
  ip,
  peer: '127.0.0.1',
  headers: { host, 'x-forwarded-for': ip },
})

test.each([
  ['this computer, nothing set', {}, LOCAL, true],
  ['this computer with a public site', PUBLIC, LOCAL, false],
  ['this computer with a site at loopback', { PUBLIC_URL: 'http://localhost:8080' }, LOCAL, true],
  ['another computer, nothing set', {}, { ...LOCAL, ip: '192.0.2.7', peer: '192.0.2.7' }, false],
  [
    'a proxy or tunnel of this computer',
    {},
    { ...LOCAL, headers: { ...LOCAL.headers, 'x-forwarded-for': '192.0.2.7' } },
    false,
  ],
  ['a page that gave its name our address', {}, { ...LOCAL, headers: { host: 'evil.example' } }, false],
  ['an allowed network', APART, behindProxy('console.harbour.example'), true],
  ['another network', APART, behindProxy('console.harbour.example', '198.51.100.7'), false],
  ['an allowed network at the site’s own host', APART, behindProxy('harbour.example'), false],
] as const)('the console for %s', (_who, config, request, isOpen) => {
  expect(createConsoleAccess(config).admits(request)).toBe(isOpen)
})

const SAME = { 'sec-fetch-site': 'same-origin', 'x-harbour-console': '1', host: 'console.harbour.example' }
const { 'sec-fetch-site': _site, ...old } = SAME

test.each<[string, Record<string, string | undefined>, boolean]>([
  ['its own page', SAME, true],
  ['a form of its own page', { ...SAME, 'x-harbour-console': undefined }, false],
  ['a page of the same site', { ...SAME, 'sec-fetch-site': 'same-site' }, false],
  ['another page', { ...SAME, 'sec-fetch-site': 'cross-site' }, false],
  ['the address bar', { ...SAME, 'sec-fetch-site': 'none' }, false],
  ['an old browser on its own page', { ...old, origin: 'https://console.harbour.example' }, true],
  ['an old browser on another page', { ...old, origin: 'https://harbour.example' }, false],
  ['a program that names no page', old, false],
])('a call of %s', (_who, headers, isTaken) => {
  const assert = () => createConsoleAccess(APART).assertSameOrigin({ headers })
  if (isTaken) expect(assert).not.toThrow()
  else expect(assert).toThrow('CROSS_SITE')
})

test('no operator signs in over a connection that others can read', () => {
  const { assertSecure } = createConsoleAccess({ CONSOLE_ALLOW: '10.0.0.0/8' })
  expect(() => assertSecure({ headers: { host: 'localhost:8080' } })).not.toThrow()
  expect(() => assertSecure({ headers: { host: '10.0.0.5:8080' } })).toThrow('NOT_ALLOWED')
  expect(createConsoleAccess(APART).cookies.session).toBe('__Host-harbour_console')
})
