import { expect, test } from 'vitest'
import { createUploadSlots, UPLOADS_MAX } from './upload-slots.ts'

test.each([
  ['one /48', (n: number) => `2001:db8:1:${n.toString(16)}00::1`, UPLOADS_MAX.ofAddress * 4, 'TOO_MANY_TRIES'],
  ['all addresses', (n: number) => `192.0.2.${n}`, UPLOADS_MAX.inAll, 'UNAVAILABLE'],
])('%s share a limit of uploads', (_what, addressOf, limit, code) => {
  const slots = createUploadSlots()
  const free = Array.from({ length: limit }, (_, n) => slots.take(addressOf(n), 1_000))
  expect(() => slots.take(addressOf(limit), 1_000)).toThrow(expect.objectContaining({ code }))
  free[0]!()
  expect(() => slots.take(addressOf(limit), 1_000)).not.toThrow()
})

test('the bytes of uploads are limited, for an address and in all; a single upload is not', () => {
  const slots = createUploadSlots()
  const { bytesOfAddress, bytesInAll } = UPLOADS_MAX
  slots.take('192.0.2.1', bytesOfAddress)
  expect(() => slots.take('192.0.2.1', 1)).toThrow(expect.objectContaining({ code: 'TOO_MANY_TRIES' }))
  slots.take('192.0.2.2', bytesInAll - bytesOfAddress)
  expect(() => slots.take('192.0.2.3', 1)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  expect(() => createUploadSlots().take('192.0.2.1', bytesInAll * 2)).not.toThrow()
})
