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

const ours = ['https://harbour.example', 'https://free.example']

test.each([
  ['/p/a1/9f.mp4', 'https://harbour.example/p/a1/9f.mp4'],
  ['https://free.example/p/a1/9f.mp4', 'https://free.example/p/a1/9f.mp4'],
  ['/p/a1/9f.mp4?next=x#y', 'https://harbour.example/p/a1/9f.mp4'],
])('our own preview %s plays', (url, expected) => {
  expect(ownPreview(url, ours)).toBe(expected)
})

test.each([
  '',
  'https://evil.example/p/a1/9f.mp4',
  '//evil.example/p/a1/9f.mp4',
  'javascript:alert(1)',
  'data:video/mp4;base64,AA',
  '/p/../api_v2/order',
  '/p/a1/..%2f..%2fx.mp4',
  '/v/g/a1/v720/init.mp4',
  '/p/a1/9f.html',
  'https://harbour.example@evil.example/p/a1/9f.mp4',
])('%s is not played', (url) => {
  expect(ownPreview(url, ours)).toBeNull()
})
