import { expect, test, vi } from 'vitest'
import { createGrants, grantOf, ownPreview, swapGrant } from './grants.ts'

const master = (grant: string) => `https://h.example/v/${grant}/a1/master.m3u8`
const segment = (grant: string) => `https://h.example/v/${grant}/a1/v720/00002.m4s`

test('files that fail together are renewed by one order', async () => {
  const requestGrant = vi.fn(async () => master('two'))
  const grants = createGrants(master('one'), requestGrant)
  expect(await Promise.all([grants.renew(segment('one')), grants.renew(master('one'))])).toEqual([true, true])
  expect(requestGrant).toHaveBeenCalledTimes(1)
  expect(grants.under(segment('one'))).toBe(segment('two'))
})

test('a file requested under the old grant needs no new order', async () => {
  const requestGrant = vi.fn(async () => master('two'))
  const grants = createGrants(master('one'), requestGrant)
  await grants.renew(segment('one'))
  expect(await grants.renew(segment('one'))).toBe(true)
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('a renewed grant that has served nothing is not renewed again', async () => {
  const requestGrant = vi.fn(async () => master('two'))
  const grants = createGrants(master('one'), requestGrant)
  await grants.renew(segment('one'))
  expect(await grants.renew(segment('two'))).toBe(false)
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('a grant that has served a file is renewed again when it expires', async () => {
  const names = ['two', 'three']
  const requestGrant = vi.fn(async () => master(names.shift()!))
  const grants = createGrants(master('one'), requestGrant)
  await grants.renew(segment('one'))
  grants.served(segment('one'))
  expect(await grants.renew(segment('two'))).toBe(false)
  grants.served(segment('two'))
  expect(await grants.renew(segment('two'))).toBe(true)
  expect(grants.master()).toBe(master('three'))
})

test('a refused order leaves the old grant, and the next failure may order again', async () => {
  const requestGrant = vi.fn(() => Promise.reject(new Error('403')))
  const grants = createGrants(master('one'), requestGrant)
  expect(await grants.renew(segment('one'))).toBe(false)
  expect(grants.master()).toBe(master('one'))
  await grants.renew(segment('one'))
  expect(requestGrant).toHaveBeenCalledTimes(2)
})

const newest = 'https://free.example/v/NEW.sig/a1/master.m3u8'

test.each([
  ['https://free.example/v/OLD.sig/a1/v720/00001.m4s', 'https://free.example/v/NEW.sig/a1/v720/00001.m4s'],
  ['https://free.example/v/OLD.sig/a1/key?x=1', 'https://free.example/v/NEW.sig/a1/key?x=1'],
  ['https://old.example/v/OLD.sig/a1/master.m3u8', newest],
  [newest, newest],
])('%s moves under the new grant', (url, expected) => {
  expect(swapGrant(url, newest)).toBe(expected)
})

test.each(['https://free.example/v/OLD.sig/a2/key', 'https://free.example/p/x/y.mp4', 'data:text/plain,a'])(
  '%s is never given a grant that is not its own',
  (url) => {
    expect(swapGrant(url, newest)).toBe(url)
  },
)

test('a URL without a grant has none', () => {
  expect(grantOf('https://free.example/i/a/b.jpg')).toBeNull()
  expect(grantOf(newest)).toEqual({ grant: 'NEW.sig', asset: 'a1' })
})

const base = 'https://harbour.example'
const title = { movie: { previewURL: '/p/a1/9f.mp4' }, trailer: { previewURL: 'https://free.example/p/a2/7c.mp4' } }

test.each([
  ['/p/a1/9f.mp4', 'https://harbour.example/p/a1/9f.mp4'],
  ['https://harbour.example/p/a1/9f.mp4', 'https://harbour.example/p/a1/9f.mp4'],
  ['https://free.example/p/a2/7c.mp4', 'https://free.example/p/a2/7c.mp4'],
])('the title’s own preview %s plays', (url, expected) => {
  expect(ownPreview(url, title, base)).toBe(expected)
})

test.each([
  '',
  '/p/other/9f.mp4',
  'https://free.example/p/a1/9f.mp4',
  'https://evil.example/p/a1/9f.mp4',
  '//evil.example/p/a1/9f.mp4',
  'javascript:alert(1)',
  'https://',
  '/p/../api_v2/order',
  '/v/g/a1/v720/init.mp4',
  'https://harbour.example@evil.example/p/a1/9f.mp4',
])('%s is not played: it is no preview of the title', (url) => {
  expect(ownPreview(url, title, base)).toBeNull()
})

test('a title without previews, and one that is not loaded yet, play none', () => {
  expect(ownPreview('/p/a1/9f.mp4', { movie: {}, trailer: undefined }, base)).toBeNull()
  expect(ownPreview('/p/a1/9f.mp4', undefined, base)).toBeNull()
  expect(ownPreview('', { movie: { previewURL: '' } }, base)).toBeNull()
})
