import { describe, expect, test } from 'vitest'
import { mayStore, treatmentOf } from './worker.rules.ts'

const ORIGIN = 'https://films.example.hk'
const assets = new Set(['/assets/a1b2.js', '/assets/c3d4.css', '/assets/digits.woff2'])
const complete = { status: 200, type: 'basic', redirected: false }

describe('what may be stored', () => {
  test.each(['/assets/a1b2.js', '/assets/c3d4.css', '/assets/digits.woff2', '/offline.html'])('%s may', (path) => {
    expect(mayStore(path, complete, assets)).toBe(true)
  })

  test.each([
    '/',
    '/index.html',
    '/assets/of-another-build.js',
    '/api/userProfile.action',
    '/api_v2/profile/list',
    '/api_v2/revamp/tabBars',
    '/v/grant/asset/master.m3u8',
    '/v/grant/asset/key',
    '/v/grant/asset/1080/00001.m4s',
    '/p/preview.mp4',
    '/i/hash/poster.webp',
    '/f/title.woff2',
    '/s/tram',
    '/sw.js',
    '/site.webmanifest',
    '/assets/a1b2.js/',
    '/assets/../api/login.action',
  ])('%s may not', (path) => {
    expect(mayStore(path, complete, assets)).toBe(false)
  })

  test.each([
    { ...complete, status: 206 },
    { ...complete, status: 404 },
    { ...complete, status: 503 },
    { ...complete, type: 'opaque' },
    { ...complete, type: 'cors' },
    { ...complete, redirected: true },
  ])('nothing that is incomplete or from elsewhere: %o', (answer) => {
    for (const path of ['/assets/a1b2.js', '/offline.html']) expect(mayStore(path, answer, assets)).toBe(false)
  })
})

describe('what the worker answers', () => {
  const treat = (path: string, change: object = {}) =>
    treatmentOf({ method: 'GET', mode: 'cors', url: ORIGIN + path, ...change }, { origin: ORIGIN, assets })

  test.each(['/', '/?from=payment', '/index.html', '/s/tram', '/#/play?programId=tram'])('the page %s', (path) => {
    expect(treat(path, { mode: 'navigate' })).toBe('page')
  })

  test.each([
    '/api/openapi.json',
    '/api/exportAccount.action',
    '/v/grant/asset/master.m3u8',
    '/p/a.mp4',
    '/s/a/b',
    '/sw.js',
    '/x',
    '/console/',
  ])('a page opened at %s is left to the network', (path) => {
    expect(treat(path, { mode: 'navigate' })).toBe('none')
  })

  test('files of this build are answered from the cache', () => {
    expect(treat('/assets/a1b2.js')).toBe('asset')
    expect(treat('/assets/digits.woff2')).toBe('asset')
  })

  test.each([
    '/assets/gone.js',
    '/assets/a1b2.js?x=1',
    '/api_v2/order',
    '/v/g/a/key',
    '/i/h/a.webp',
    '/f/t.woff2',
    '/',
  ])('%s is left to the network', (path) => {
    expect(treat(path)).toBe('none')
  })

  test('nothing that is sent, and nothing of another site', () => {
    expect(treat('/', { method: 'POST', mode: 'navigate' })).toBe('none')
    expect(treat('/assets/a1b2.js', { method: 'HEAD' })).toBe('none')
    expect(treat('', { url: 'https://evil.example/assets/a1b2.js' })).toBe('none')
    expect(treat('', { url: 'https://evil.example/', mode: 'navigate' })).toBe('none')
  })
})
