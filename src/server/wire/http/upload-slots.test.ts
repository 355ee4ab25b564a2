import { expect, test } from 'vitest'
import { createUploadSlots, UPLOADS_MAX } from './upload-slots.ts'

const HOME = '192.0.2.1'
const visitor = (address = HOME) => ({ address, accountId: undefined })
const member = (accountId: string, address = HOME) => ({ address, accountId })
const refused = (code: string) => expect.objectContaining({ code })

test.each([
  ['visitors of one /48', (n: number) => visitor(`2001:db8:1:${n.toString(16)}00::1`), UPLOADS_MAX.ofOne * 4],
  ['visitors of one address', () => visitor(), UPLOADS_MAX.ofOne],
  ['devices of one member', (n: number) => member('a', `192.0.2.${n}`), UPLOADS_MAX.ofOne],
  ['members of one /48', (n: number) => member(`${n}`, `2001:db8:1:${n.toString(16)}00::1`), UPLOADS_MAX.inAll / 2],
  ['visitors', (n: number) => visitor(`192.0.2.${n}`), UPLOADS_MAX.inAll / 2, 'UNAVAILABLE'],
  ['members', (n: number) => member(`${n}`, `192.0.2.${n}`), UPLOADS_MAX.inAll, 'UNAVAILABLE'],
])('%s share a limit of uploads', (_what, uploader, limit, code = 'TOO_MANY_TRIES') => {
  const slots = createUploadSlots()
  const free = Array.from({ length: limit }, (_, n) => slots.take(uploader(n), 1_000))
  expect(() => slots.take(uploader(limit), 1_000)).toThrow(refused(code))
  free[0]!()
  expect(() => slots.take(uploader(limit), 1_000)).not.toThrow()
})

test('visitors do not use up what members have, of their address or elsewhere', () => {
  const slots = createUploadSlots()
  for (let n = 0; n < UPLOADS_MAX.inAll / 2; n++) slots.take(visitor(`192.0.2.${Math.floor(n / 2)}`), 1_000)
  expect(() => slots.take(visitor('192.0.2.99'), 1_000)).toThrow(refused('UNAVAILABLE'))
  for (let n = 0; n < UPLOADS_MAX.ofOne; n++) expect(() => slots.take(member('a'), 1_000)).not.toThrow()
  expect(() => slots.take(member('b'), 1_000)).not.toThrow()
})

test('the bytes of uploads are limited, for one uploader and in all; a single upload is not', () => {
  const slots = createUploadSlots()
  const { bytesOfOne, bytesInAll } = UPLOADS_MAX
  slots.take(visitor(), bytesOfOne)
  expect(() => slots.take(visitor(), 1)).toThrow(refused('TOO_MANY_TRIES'))
  slots.take(member('a'), bytesInAll - bytesOfOne)
  expect(() => slots.take(member('b', '192.0.2.3'), 1)).toThrow(refused('UNAVAILABLE'))
  expect(() => createUploadSlots().take(visitor(), bytesInAll * 2)).not.toThrow()
})
