import { expect, test } from 'vitest'
import { isValidLink, readUploadPath, uploadPath } from './uploads.rules.ts'

const key = Buffer.alloc(32, 1)
const uploadId = '0123456789abcdefghjk'
const now = Temporal.Instant.from('2026-11-21T04:00:00Z')
const untilSeconds = now.epochMilliseconds / 1000 + 60
const path = uploadPath({ uploadId, untilSeconds }, key)
const link = readUploadPath(path)!

test('an address is read as it was made', () => {
  expect(link).toMatchObject({ uploadId, untilSeconds })
})

test('an address is valid until its second', () => {
  expect(isValidLink(link, key, now.add({ milliseconds: 59_999 }))).toBe(true)
  expect(isValidLink(link, key, now.add({ seconds: 60 }))).toBe(false)
})

test.each([
  ['another image', { ...link, uploadId: 'a123456789abcdefghjk' }],
  ['a later end', { ...link, untilSeconds: untilSeconds + 1 }],
  ['another signature', { ...link, signature: `A${link.signature.slice(1)}A`.slice(1) }],
])('an address with %s is not ours', (_, changed) => {
  expect(isValidLink(changed, key, now)).toBe(false)
})

test('an address of another key is not ours', () => {
  expect(isValidLink(link, Buffer.alloc(32, 2), now)).toBe(false)
})

test.each([
  '/u/',
  `/u/${uploadId}`,
  `/u/${uploadId}/${untilSeconds}`,
  `${path}/x`,
  `${path}=`,
  path.slice(0, -1),
  path.replace(uploadId, '../../../etc/passwd.'),
  path.replace(uploadId, uploadId.toUpperCase()),
  path.replace('/u/', '/i/'),
])('%s is no address of an image', (wrong) => {
  expect(readUploadPath(wrong)).toBeNull()
})
