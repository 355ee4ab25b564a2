import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { UPLOAD_PART_BYTES, UPLOAD_REFUSAL } from '#contract/admin/uploads.ts'
import { SOURCE_MAX_BYTES } from '#contract/ingest.ts'
import { UPLOAD_RESERVE_BYTES } from '#server/domains/media/index.ts'
import { operatorProblems as en } from '#text/en_US/operators.ts'
import { withoutAuditLog } from '../../../../test/support/audit-log.ts'
import { aBrowser, createOperatorsWorld, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { cookieOf, FILM, tusOf } from '../../../../test/support/tus.ts'

let world: OperatorsWorld
let base: string
beforeAll(async () => {
  world = await createOperatorsWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
})
afterAll(() => world.close())

const rowOf = (path: string) =>
  world.db.selectFrom('upload_file').selectAll().where('upload_id', '=', path.split('/').at(-1)!).executeTakeFirst()
const fileOf = (path: string) => world.media.uploads.store.fileOf(path.split('/').at(-1)!)
const aCatalogue = async () => {
  const browser = await world.signIn(await world.anOperator('catalogue'))
  return { ...tusOf(browser, base), cookie: cookieOf(browser), token: browser.cookies.get('harbour_console') }
}

test('a file comes in parts, each of which is kept, and is complete with the last', async () => {
  const browser = await aCatalogue()
  const bytes = randomBytes(300_000)
  const path = await browser.start(bytes.length)
  expect(path).toMatch(/^\/api_admin\/uploads\/[\w-]+$/)
  const first = await browser.part(path, { from: 0, body: bytes.subarray(0, 200_000) })
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '200000'])
  expect(first.headers.get('access-control-allow-origin')).toBeNull()
  expect(await browser.offsetOf(path)).toBe(200_000)
  expect(await rowOf(path)).toMatchObject({ name: FILM.name, role: 'film', completed_at: null, node_id: 'here' })
  expect((await browser.part(path, { from: 200_000, body: bytes.subarray(200_000) })).status).toBe(204)
  expect((await readFile(fileOf(path))).equals(bytes)).toBe(true)
  expect(await rowOf(path)).toMatchObject({ bytes: bytes.length, completed_at: expect.anything() })
  expect((await stat(`${world.folder}/uploads`)).mode & 0o777).toBe(0o700)
})

test('a cut connection loses nothing that has arrived, and the next request does not wait for it', async () => {
  const browser = await aCatalogue()
  const path = await browser.start(1_000_000)
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    `PATCH ${path} HTTP/1.1`,
    'host: localhost:1',
    'tus-resumable: 1.0.0',
    'upload-offset: 0',
    'content-type: application/offset+octet-stream',
    'content-length: 1000000',
    'sec-fetch-site: same-origin',
    'x-harbour-console: 1',
    `cookie: ${browser.cookie}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(600_000, 'a'))
  await vi.waitFor(async () => expect((await stat(fileOf(path))).size).toBeGreaterThan(100_000))
  socket.resetAndDestroy()
  const kept = await browser.offsetOf(path)
  expect(kept).toBeGreaterThan(100_000)
  expect((await browser.part(path, { from: 0, body: Buffer.alloc(10) })).status).toBe(409)
  expect((await browser.part(path, { from: kept, body: Buffer.alloc(1_000_000 - kept, 'a') })).status).toBe(204)
  expect((await readFile(fileOf(path))).equals(Buffer.alloc(1_000_000, 'a'))).toBe(true)
})

test('of two requests of one upload each part is written once', async () => {
  const browser = await aCatalogue()
  const path = await browser.start(2_000_000)
  const bodies = ['a', 'b', 'c'].map((letter) => Buffer.alloc(2_000_000, letter))
  const statuses = (await Promise.all(bodies.map((body) => browser.part(path, { from: 0, body })))).map((r) => r.status)
  expect(statuses.toSorted()).toEqual([204, 409, 409])
  expect(new Set(await readFile(fileOf(path))).size).toBe(1)
})

test('an operator discards what they sent', async () => {
  const browser = await aCatalogue()
  const path = await browser.start(1_000)
  await browser.part(path, { from: 0, body: Buffer.alloc(10) })
  expect((await browser.send({ method: 'DELETE', path })).status).toBe(204)
  expect(await rowOf(path)).toBeUndefined()
  await expect(stat(fileOf(path))).rejects.toThrow('ENOENT')
  expect((await browser.send({ method: 'HEAD', path })).status).toBe(404)
})

test('a HEAD says in a header why it is refused, which the client of an upload that is gone begins again by', async () => {
  const browser = await aCatalogue()
  const refusalOf = async (path: string, headers = {}) => {
    const response = await browser.send({ method: 'HEAD', path, headers })
    const header = response.headers.get(UPLOAD_REFUSAL)
    return [response.status, header && (JSON.parse(decodeURIComponent(header)) as object)]
  }
  const unknown = { errorCode: 'NOT_FOUND', message: en.uploadUnknown({}) }
  const path = await browser.start(1_234)
  expect(await refusalOf(path)).toEqual([200, null])
  expect(await refusalOf('/api_admin/uploads/none')).toEqual([404, unknown])
  expect(await refusalOf('/api_admin/uploads/..a')).toEqual([404, unknown])
  expect(await refusalOf(path, { cookie: '' })).toMatchObject([401, { errorCode: 'LOGIN_REQUIRED' }])
  await rm(fileOf(path))
  expect(await refusalOf(path)).toEqual([404, unknown])
  // The bytes are in another node's folder.
  await world.db
    .updateTable('upload_file')
    .set({ node_id: 'there' })
    .where('upload_id', '=', path.split('/').at(-1)!)
    .execute()
  const [status, header] = await refusalOf(path)
  expect([status !== 200, header]).toEqual([true, null])
})

test('the audit log says who sent a file and who discarded one', async () => {
  const operator = await world.anOperator('catalogue')
  const browser = tusOf(await world.signIn(operator), base)
  const path = await browser.start(1_000)
  await browser.send({ method: 'DELETE', path })
  const entries = await world.db
    .selectFrom('audit_entry')
    .select(['action', 'subject', 'details', 'address'])
    .where('operator_id', '=', operator.operatorId)
    .where('subject', 'like', 'upload:%')
    .orderBy('audit_entry_id')
    .execute()
  const subject = `upload:${path.split('/').at(-1)}`
  expect(entries).toEqual([
    { action: 'upload file', subject, details: { ...FILM, bytes: 1_000 }, address: '127.0.0.1' },
    { action: 'discard upload', subject, details: { name: FILM.name }, address: '127.0.0.1' },
  ])
})

test('without its entry of the audit log no upload begins', async () => {
  const browser = await aCatalogue()
  const started = await withoutAuditLog(world.pool, () => browser.create(1_000))
  expect(started.status).toBe(500)
  const rows = await world.db.selectFrom('upload_file').selectAll().where('bytes', '=', 1_000).execute()
  expect(rows.filter(({ completed_at: at }) => at === null)).toEqual([])
})

test('parts are use of a session, the question where an upload stopped is none if it says so', async () => {
  const browser = await aCatalogue()
  const path = await browser.start(1_000)
  for (let at = 0; at < 3; at++) {
    world.clock.advance('PT20M')
    expect((await browser.part(path, { from: at, body: Buffer.alloc(1) })).status).toBe(204)
  }
  const poll = { 'x-harbour-console': 'poll' }
  for (const status of [200, 401]) {
    world.clock.advance('PT20M')
    expect((await browser.send({ method: 'HEAD', path, headers: poll })).status).toBe(status)
  }
})

describe('refuses', () => {
  test.each(['care', 'finance', 'administrator'] as const)('%s, which the audit log says', async (role) => {
    const operator = await world.anOperator(role)
    const response = await tusOf(await world.signIn(operator), base).create(10)
    expect([response.status, await response.json()]).toMatchObject([403, { errorCode: 'NOT_ALLOWED' }])
    const entries = await world.db
      .selectFrom('audit_entry')
      .select(['action', 'subject'])
      .where('operator_id', '=', operator.operatorId)
      .execute()
    expect(entries).toContainEqual({ action: 'refuse call', subject: 'call:/uploads' })
  })

  test('without a session, of another page, and of a form', async () => {
    const browser = await aCatalogue()
    const path = await browser.start(10)
    for (const [headers, status] of [
      [{ cookie: '' }, 401],
      [{ cookie: '', authorization: `Bearer ${browser.token}` }, 401],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'x-harbour-console': '' }, 403],
    ] as const)
      for (const sent of [
        { method: 'POST' },
        { method: 'HEAD', path },
        { method: 'PATCH', path },
        { method: 'DELETE', path },
      ])
        expect((await browser.send({ ...sent, headers })).status).toBe(status)
    expect(await browser.offsetOf(path)).toBe(0)
  })

  test('the upload of another operator, as one that does not exist', async () => {
    const path = await (await aCatalogue()).start(10)
    const other = await aCatalogue()
    for (const at of [path, '/api_admin/uploads/none'])
      for (const method of ['HEAD', 'DELETE', 'PATCH'])
        expect((await other.send({ method, path: at })).status).toBe(404)
    expect(await rowOf(path)).toMatchObject({ completed_at: null })
  })

  test.each(['..', '../../etc/passwd', '..%2f..%2fetc%2fpasswd', '%2e%2e', '.', 'a%00b', 'a%5cb'])(
    'the path %s',
    async (name) => {
      const browser = await aCatalogue()
      const socket = connect(Number(new URL(base).port), '127.0.0.1')
      const headers = `host: localhost:1\r\ntus-resumable: 1.0.0\r\nsec-fetch-site: same-origin\r\nx-harbour-console: 1`
      socket.write(
        `HEAD /api_admin/uploads/${name} HTTP/1.1\r\n${headers}\r\nconnection: close\r\ncookie: ${browser.cookie}\r\n\r\n`,
      )
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(String(answer)).toMatch(/^HTTP\/1\.1 40[04] /)
    },
  )

  test.each([
    ['a name with a path', { ...FILM, name: '../../etc/cron.d/x' }],
    ['a name with a path of Windows', { ...FILM, name: 'a\\b.mp4' }],
    ['a name with a control character', { ...FILM, name: 'a\r\nb.mp4' }],
    ['no name', { role: 'film' }],
    ['a name too long', { ...FILM, name: 'x'.repeat(256) }],
    ['an unknown role', { ...FILM, role: 'poster' }],
    ['a forged title', { ...FILM, programId: '../1' }],
  ] as const)('%s', async (_, fields) => {
    const response = await (await aCatalogue()).create(10, fields)
    expect([response.status, await response.json()]).toMatchObject([400, { errorCode: 'INVALID_INPUT' }])
  })

  test.each([
    [0, en.uploadEmpty({ file: FILM.name })],
    [
      SOURCE_MAX_BYTES + 1,
      en.uploadTooLarge({ file: FILM.name, bytes: SOURCE_MAX_BYTES + 1, limit: SOURCE_MAX_BYTES }),
    ],
  ])('a file of %d bytes, in the language of the page', async (bytes, sentence) => {
    const response = await (await aCatalogue()).create(bytes)
    expect([response.status, await response.json()]).toMatchObject([400, { message: sentence }])
  })

  test('a part of more than 8 MiB, a part without a length, a file whose size is not known', async () => {
    const browser = await aCatalogue()
    const path = await browser.start(UPLOAD_PART_BYTES * 2)
    const tooLong = await browser.part(path, { from: 0, body: Buffer.alloc(UPLOAD_PART_BYTES + 1) })
    expect([tooLong.status, await tooLong.json()]).toMatchObject([413, { errorCode: 'PAYLOAD_TOO_LARGE' }])
    const named = `name ${Buffer.from('a').toString('base64')},role ${Buffer.from('film').toString('base64')}`
    const deferred = await browser.send({
      method: 'POST',
      headers: { 'upload-defer-length': '1', 'upload-metadata': named },
    })
    expect(deferred.status).toBe(400)
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    const headers = `host: localhost:1\r\ntus-resumable: 1.0.0\r\nsec-fetch-site: same-origin\r\nx-harbour-console: 1`
    socket.write(
      `PATCH ${path} HTTP/1.1\r\n${headers}\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ntransfer-encoding: chunked\r\ncookie: ${browser.cookie}\r\n\r\n1\r\na\r\n`,
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
    expect(await browser.offsetOf(path)).toBe(0)
  })

  test('a full disk in words, before the database needs the room, also in the middle; what has arrived is kept', async () => {
    const browser = await aCatalogue()
    const path = await browser.start(1_000)
    await browser.part(path, { from: 0, body: Buffer.alloc(10) })
    const { store } = world.media.uploads
    const free = vi.spyOn(store, 'free').mockResolvedValue(UPLOAD_RESERVE_BYTES + 5)
    const sentence = (needed: number, promised = 0) =>
      en.uploadNoRoom({ needed, free: UPLOAD_RESERVE_BYTES + 5, reserve: UPLOAD_RESERVE_BYTES, promised })
    const others = expect.stringContaining('is for other uploads under way') as string
    expect(await (await browser.create(6)).json()).toMatchObject({ message: others })
    const refused = await browser.part(path, { from: 10, body: Buffer.alloc(20) })
    expect([refused.status, await refused.json()]).toMatchObject([422, { message: sentence(20) }])
    free.mockRestore()
    expect(await browser.offsetOf(path)).toBe(10)
  })

  test('films where an encoder does not confine ffmpeg, wherever the request is answered', async () => {
    const browser = await aCatalogue()
    const encoders = async (...confined: (boolean | null)[]) => {
      await world.pool.query(`delete from node`)
      for (const [at, one] of confined.entries())
        await world.pool.query(
          `insert into node (process_id, node_id, version, roles, newest_migration, encoder_confined, seen_at)
            values ($1, 'a', '1.0.0', 'worker,encoder', '', $2, now())`,
          [`encoder ${at}`, one],
        )
    }
    const refused = async (message: string) =>
      expect(await (await browser.create(6)).json()).toMatchObject({ errorCode: 'NOT_ALLOWED', message })
    await encoders(true, false)
    await refused(en.uploadUnconfined({}))
    // Of this process, which encodes nothing.
    const here = vi.spyOn(world.transcoder, 'isConfined').mockResolvedValue(false)
    await encoders(true, true)
    expect((await browser.create(6)).status).toBe(201)
    await encoders(true, null)
    await refused(en.uploadUnconfined({}))
    await encoders()
    await refused(en.uploadNoEncoder({}))
    here.mockRestore()
    expect((await browser.create(6)).status).toBe(201)
  })
})

test('uploads do not exist for whom the console is not open', async () => {
  const closed = await createOperatorsWorld({ config: { PUBLIC_URL: 'https://harbour.test' } })
  try {
    for (const method of ['POST', 'PATCH', 'HEAD'] as const) {
      const url = `/api_admin/uploads${method === 'POST' ? '' : '/x'}`
      const { statusCode, headers } = await closed.app.inject({ method, url })
      expect([statusCode, headers[UPLOAD_REFUSAL]]).toEqual([404, undefined])
    }
  } finally {
    await closed.close()
  }
})

test('a browser without cookies is asked to sign in', async () => {
  expect((await tusOf(aBrowser(), base).create(10)).status).toBe(401)
})
