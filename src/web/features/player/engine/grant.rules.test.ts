import { expect, test } from 'vitest'
import { grantOf, ownPreview, swapGrant } from './grant.rules.ts'

const master = 'https://free.example/v/NEW.sig/a1/master.m3u8'

test.each([
  ['https://free.example/v/OLD.sig/a1/v720/00001.m4s', 'https://free.example/v/NEW.sig/a1/v720/00001.m4s'],
  ['https://free.example/v/OLD.sig/a1/key?x=1', 'https://free.example/v/NEW.sig/a1/key?x=1'],
  ['https://old.example/v/OLD.sig/a1/master.m3u8', master],
  [master, master],
])('%s moves under the new grant', (url, expected) => {
  expect(swapGrant(url, master)).toBe(expected)
})

test.each(['https://free.example/v/OLD.sig/a2/key', 'https://free.example/p/x/y.mp4', 'data:text/plain,a'])(
  '%s is never given a grant that is not its own',
  (url) => {
    expect(swapGrant(url, master)).toBe(url)
  },
)

test('a URL without a grant has none', () => {
  expect(grantOf('https://free.example/i/a/b.jpg')).toBeNull()
  expect(grantOf(master)).toEqual({ grant: 'NEW.sig', asset: 'a1' })
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
