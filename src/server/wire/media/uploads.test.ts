import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveMedia } from '../../../../test/support/media-routes.ts'

const PATH = `/u/0123456789abcdefghjk/1763697600/${'a'.repeat(43)}`
const bytes = Buffer.from([0xff, 0xd8, 1])
let opened: unknown[]
let app: FastifyInstance
beforeAll(async () => {
  app = await serveMedia({
    source: { store: {} as never },
    uploads: {
      open: async (link) => {
        opened.push(link)
        return link.uploadId.startsWith('0') ? { bytes, contentType: 'image/jpeg', fileName: 'image.jpg' } : undefined
      },
    },
  })
})
afterAll(() => app.close())

test('an image is served as what it is, runs nothing, and sets no cookie', async () => {
  opened = []
  const { statusCode, headers, rawPayload } = await app.inject({ url: PATH, headers: { cookie: 'token=x' } })
  expect(statusCode).toBe(200)
  expect(rawPayload).toEqual(bytes)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename="image.jpg"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600',
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect(opened).toEqual([{ uploadId: '0123456789abcdefghjk', untilSeconds: 1_763_697_600, signature: 'a'.repeat(43) }])
})

test.each([PATH.replace('/u/0', '/u/1'), `${PATH}x`, '/u/', '/u/%2e%2e/x/y'])('%s is not found', async (url) => {
  opened = []
  expect((await app.inject({ url })).statusCode).toBe(404)
})
