import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IMAGE_UPLOAD_BYTES_MAX, IMAGE_UPLOAD_URL } from '#contract/admin/uploads.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { withoutAuditLog } from '../../../../test/support/audit-log.ts'
import { plainImage } from '../../../../test/support/odd-images.ts'
import { type Browser, createOperatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { cookieOf } from '../../../../test/support/tus.ts'

let world: OperatorsWorld
let base: string
beforeAll(async () => {
  world = await createOperatorsWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
})
afterAll(() => world.close())

type Sending = { role?: Role; headers?: object; by?: Browser }

async function send(body: Buffer, { role = 'catalogue', headers = {}, by }: Sending = {}) {
  const browser = by ?? (await world.signIn(await world.anOperator(role)))
  const response = await fetch(`${base}${IMAGE_UPLOAD_URL}?name=${encodeURIComponent('Harbour Night (2).PNG')}`, {
    method: 'POST',
    headers: {
      host: 'localhost',
      'content-type': 'image/png',
      'sec-fetch-site': 'same-origin',
      'x-harbour-console': '1',
      cookie: cookieOf(browser),
      ...headers,
    },
    body: new Uint8Array(body),
  })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}
const png = () => plainImage(400, 300).png().toBuffer()
const count = async () => (await world.db.selectFrom('image').select('hash').execute()).length

test('an image is kept under a name that an address may hold; again it is the same', async () => {
  const first = await send(await png())
  expect(first.answer).toMatchObject({
    result: 'SUCCESS',
    image: expect.stringMatching(/^[0-9a-f]{24}\/harbour-night-2-\.png$/),
  })
  expect((await send(await png())).answer.image).toBe(first.answer.image)
  expect(await count()).toBe(1)
  const entries = await world.db.selectFrom('audit_entry').selectAll().where('action', '=', 'add image').execute()
  const [hash, name] = String(first.answer.image).split('/')
  for (const entry of entries) expect(entry).toMatchObject({ subject: `image:${hash}`, details: { name } })
  expect(entries.map(({ operator_id: operator }) => operator)).toEqual([expect.any(String), expect.any(String)])
})

test('an image is added together with its entry or not at all', async () => {
  const before = await count()
  const image = await plainImage(320, 200).png().toBuffer()
  const by = await world.signIn(await world.anOperator('catalogue'))
  const failed = await withoutAuditLog(world.pool, () => send(image, { by }))
  expect(failed.answer).toMatchObject({ errorCode: 'INTERNAL' })
  expect(await count()).toBe(before)
})

test.each<[string, Parameters<typeof send>[1], string]>([
  ['a role without the catalogue', { role: 'care' }, 'NOT_ALLOWED'],
  ['a foreign page', { headers: { 'sec-fetch-site': 'cross-site' } }, 'CROSS_SITE'],
  ['no session', { headers: { cookie: '' } }, 'LOGIN_REQUIRED'],
])('%s is refused', async (_, options, code) => {
  const before = await count()
  expect((await send(await plainImage(500, 500).png().toBuffer(), options)).answer.errorCode).toBe(code)
  expect(await count()).toBe(before)
})

test('what is no image is refused, and so is one that is too large', async () => {
  expect((await send(Buffer.from('no image'))).answer.errorCode).toBe('UNSUPPORTED_MEDIA_TYPE')
  expect((await send(Buffer.from('x'), { headers: { 'content-type': 'text/html' } })).answer.result).toBe('FAILED')
  const large = await send(Buffer.alloc(IMAGE_UPLOAD_BYTES_MAX + 1))
  expect(large.status).toBe(413)
})
