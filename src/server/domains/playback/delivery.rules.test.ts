import { expect, test } from 'vitest'
import { readDeliveryPath, readPreviewPath } from './delivery.rules.ts'

test.each([
  ['master.m3u8', 'playlist', 'checked', 'application/vnd.apple.mpegurl'],
  ['v720/index.m3u8', 'playlist', 'checked', 'application/vnd.apple.mpegurl'],
  ['sub-zh-Hant/index.m3u8', 'playlist', 'checked', 'application/vnd.apple.mpegurl'],
  ['key', 'key', 'checked', 'application/octet-stream'],
  ['v720/init.mp4', 'media', 'signed', 'video/mp4'],
  ['audio-0/00001.m4s', 'media', 'signed', 'video/iso.segment'],
  ['sub-zh-Hant/zh-Hant.vtt', 'media', 'signed', 'text/vtt; charset=utf-8'],
  ['storyboard/storyboard.vtt', 'media', 'signed', 'text/vtt; charset=utf-8'],
  ['storyboard/12.jpg', 'media', 'signed', 'image/jpeg'],
])('%s is a %s, %s', (...[file, type, guard, contentType]) => {
  expect(readDeliveryPath(`/v/pay.sig/asset1/${file}`)).toEqual({
    grant: 'pay.sig',
    assetId: 'asset1',
    file,
    type,
    guard,
    contentType,
  })
})

test.each([
  '/v/g/a/../b/key',
  '/v/g/../../key',
  '/v/g/a/v720/../key',
  '/v/g/a/%2e%2e/key',
  '/v/g/a/v720%2f00001.m4s',
  '/v/g/a/v720/00001.m4s/',
  '/v/g/a//key',
  '/v/g/a/./key',
  '/v/g/a/v720/v1080/00001.m4s',
  '/v/g/a/v720\\00001.m4s',
  '/v/g/a/v720/00001.m4s\0',
  '/v/g/a/v720/1.m4s',
  '/v/g/a/.hidden/00001.m4s',
  '/v/g/a/-x/00001.m4s',
  '/v/g/a/package.json',
  '/v/g/a/key.bak',
  '/v/g/a/Master.m3u8',
  '/v/g/a/',
  '/v/g/a',
  '/v/g',
  '/v/',
  '/v/g/../a/key',
  '/v/g/.a/key',
  '/v/g/a.b/key',
  '/v//a/key',
  `/v/${'g'.repeat(541)}/a/key`,
  '/x/v/g/a/key',
])('%s is no file of a stream', (path) => {
  expect(readDeliveryPath(path)).toBeNull()
})

test('a preview is named by its asset and its hash', () => {
  expect(readPreviewPath('/p/asset1/0a1b.mp4')).toEqual({ assetId: 'asset1', key: 'p/asset1/0a1b.mp4' })
})

test.each([
  '/p/asset1/../key',
  '/p/a/%2e.mp4',
  '/p/a/b.mp4/',
  '/p/a/b.m4s',
  '/p/../b.mp4',
  '/p/a/.mp4',
  '/p/a/b/c.mp4',
])('a preview has exactly its path: not %s', (path) => expect(readPreviewPath(path)).toBeNull())
