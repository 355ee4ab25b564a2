import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { MEMBER } from '../../../test/support/plain-calls.ts'
import {
  createSharedResponseWorld as createWorld,
  isAnonymous,
  SHARED_RESPONSE_URL as URL,
} from '../../../test/support/shared-response-calls.ts'

const LONG = '港映 Harbour '.repeat(400)

test('members share one response; each gets their own state over it', async () => {
  const { favorites, handler, load, request } = await createWorld()
  favorites.add('ann')
  const first = await request('ann')
  expect(first.json()).toMatchObject({ result: 'SUCCESS', favorite: true })
  expect((await request('ann')).json()).toEqual(first.json())
  expect((await request('bob')).json()).toEqual({ ...first.json(), favorite: false })
  expect(handler).toHaveBeenCalledTimes(1)
  expect(load).toHaveBeenCalledTimes(3)
})

test('the state is loaded beside a response that is not cached, and with one that is', async () => {
  const { load, request } = await createWorld()
  const { result: _, favorite: __, ...output } = (await request('ann')).json()
  await request('ann')
  expect(load.mock.calls.map(([, input, given]) => [input, given])).toEqual([
    [{ page: 1 }, undefined],
    [{ page: 1 }, output],
  ])
})

test('a shared response holds nothing of the member of the first request', async () => {
  const { calls, request } = await createWorld()
  await request('ann', `${URL}?parentalCode=4826&profileId=p9&mobileno=91234567`, {
    headers: { 'x-client-context': 'deviceSerial=d&deviceModel=m' },
    remoteAddress: '192.0.2.9',
  })
  expect(calls).toHaveLength(1)
  const { viewer, call } = calls[0]!
  expect(viewer).toEqual({
    kind: 'member',
    accountId: '',
    sessionId: '',
    profileId: undefined,
    language: 'zh_HK',
    region: 'HK',
    kids: false,
    unlocked: false,
    parentalVersion: 0,
    deviceSerial: undefined,
  })
  expect([call.address, call.requestId]).toEqual(['', 'shared'])
  const { language, pattern, ...rest } = call.context
  expect([language, pattern]).toEqual(['zh_HK', 'normal'])
  expect(Object.values(rest).filter((value) => value !== undefined)).toEqual([])
})

test('concurrent members wait for one response and never get each other’s state', async () => {
  const { favorites, handler, request } = await createWorld()
  const tokens = Array.from({ length: 60 }, (_, n) => `member${n}`)
  for (const token of tokens.filter((_, n) => n % 3 === 0)) favorites.add(token)
  for (const _ of ['not cached', 'cached']) {
    const answers = await Promise.all(tokens.map((token) => request(token)))
    expect(answers.map((answer) => answer.json().favorite)).toEqual(tokens.map((token) => favorites.has(token)))
  }
  expect(handler).toHaveBeenCalledTimes(1)
})

test('a change of state shows in the very next response', async () => {
  const { favorites, request } = await createWorld()
  const seen = []
  for (const change of ['none', 'add', 'none', 'delete', 'none'] as const) {
    if (change !== 'none') favorites[change]('ann')
    seen.push((await request('ann')).json().favorite)
  }
  expect(seen).toEqual([false, true, true, false, false])
})

test('equal views share their bytes; each encoding has its own', async () => {
  const { favorites, apply, request, setText } = await createWorld()
  setText(() => LONG)
  for (const token of ['ann', 'bob', 'cid']) await request(token)
  expect(apply).toHaveBeenCalledTimes(1)
  favorites.add('bob')
  for (const token of ['bob', 'ann', 'bob']) await request(token)
  expect(apply).toHaveBeenCalledTimes(2)
  for (let n = 0; n < 2; n++) {
    const packed = await request('bob', URL, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toMatchObject({ text: LONG, favorite: true })
  }
  expect(apply).toHaveBeenCalledTimes(3)
})

test('bodies are cached for a limited number of views; the least recently used goes first', async () => {
  const { load, apply, request } = await createWorld()
  let state: unknown = 'common'
  load.mockImplementation(async () => state as boolean)
  apply.mockImplementation(() => ({ favorite: true }))
  for (let n = 0; n < 100; n++) {
    for (state of ['common', n]) await request('ann')
  }
  expect(apply).toHaveBeenCalledTimes(101)
  state = 0
  await request('ann')
  expect(apply).toHaveBeenCalledTimes(102)
})

test('languages, regions, kids mode and visitors do not mix; locked and unlocked sessions share', async () => {
  const { app, request, setText } = await createWorld({
    config: { TRUST_PROXY: 'loopback', REGION_HEADER: 'X-Region' },
  })
  setText((viewer) => [viewer.kind, viewer.language, viewer.region, viewer.kids].join())
  const requests: [string, string, object?][] = [
    ['ann', 'member,zh_HK,HK,false'],
    ['open', 'member,zh_HK,HK,false'],
    ['kid', 'member,zh_HK,HK,true'],
    ['ann', 'member,en_US,HK,false', { query: { language: 'en_US' } }],
    ['ann', 'member,zh_HK,MO,false', { headers: { 'x-region': 'MO' } }],
    // A request may name a kids profile instead of the session's own.
    ['ann', 'member,zh_HK,HK,true', { query: { profileId: 'kid' } }],
  ]
  for (let round = 0; round < 3; round++) {
    for (const [token, text, more] of requests) expect((await request(token, URL, more)).json().text).toBe(text)
    expect((await app.inject(URL)).json()).toEqual({ result: 'SUCCESS', text: 'visitor,zh_HK,HK,false' })
  }
})

test('a member without a profile gets no state of another', async () => {
  const { favorites, request } = await createWorld()
  favorites.add('ann')
  await request('ann')
  expect((await request('nobody')).json()).not.toHaveProperty('favorite')
})

test('a response that is one profile’s own is made for each request, and remembered as such', async () => {
  const { calls, favorites, request, setText, changeCatalogue } = await createWorld()
  favorites.add('bob')
  setText((viewer) => ('profileId' in viewer ? String(viewer.profileId) : ''))
  const tokens = ['ann', 'bob', 'ann', 'bob']
  for (const token of tokens) {
    const { text, favorite } = (await request(token, `${URL}?variant=own`)).json()
    expect([text, favorite]).toEqual([token, token === 'bob'])
    changeCatalogue()
  }
  expect(calls.map(({ viewer }) => isAnonymous(viewer))).toEqual([true, false, false, false, false])
})

test('a response that is no longer one profile’s own is shared again', async () => {
  const { handler, request } = await createWorld()
  await request('ann', `${URL}?variant=own`)
  handler.mockImplementation(async () => ({ text: 'everybody’s' }))
  await request('ann', `${URL}?variant=own`)
  handler.mockClear()
  for (const token of ['ann', 'bob']) await request(token, `${URL}?variant=own&page=1`)
  // The cache still says that it is the profile's own, until it ends.
  expect(handler).toHaveBeenCalledTimes(2)
})

test('a change of the catalogue, a minute and a window edge end a shared response', async () => {
  const edge = Temporal.Instant.from('2026-11-21T04:01:30Z')
  const { clock, request, setText, changeCatalogue } = await createWorld({
    nextEdge: async (now) => (Temporal.Instant.compare(now, edge) < 0 ? edge : undefined),
  })
  const textNow = async () => (await request('ann')).json().text
  setText(() => 'one')
  await textNow()
  setText(() => 'two')
  expect(await textNow()).toBe('one')
  changeCatalogue()
  expect(await textNow()).toBe('two')
  setText(() => 'three')
  clock.advance('PT59.9S')
  expect(await textNow()).toBe('two')
  clock.advance('PT0.1S')
  expect(await textNow()).toBe('three')
  setText(() => 'four')
  clock.advance('PT29.9S')
  expect(await textNow()).toBe('three')
  clock.advance('PT0.1S')
  expect(await textNow()).toBe('four')
})

test('a response that was being made when the catalogue changed is not kept', async () => {
  const { handler, request, changeCatalogue } = await createWorld()
  const slow = Promise.withResolvers<{ text: string }>()
  handler.mockImplementationOnce(() => slow.promise)
  const before = request('ann')
  await vi.waitFor(() => expect(handler).toHaveBeenCalled())
  changeCatalogue()
  handler.mockImplementation(async () => ({ text: 'new' }))
  slow.resolve({ text: 'stale' })
  expect((await before).json().text).toBe('stale')
  for (let n = 0; n < 3; n++) expect((await request('ann')).json().text).toBe('new')
})

test('a change while state is loaded gives the new response to the requests after it', async () => {
  const { load, request, setText, changeCatalogue } = await createWorld()
  setText(() => 'old')
  await request('ann')
  load.mockClear()
  const slow = Promise.withResolvers<boolean>()
  load.mockImplementationOnce(() => slow.promise)
  const before = request('ann')
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  setText(() => 'new')
  changeCatalogue()
  expect((await request('bob')).json().text).toBe('new')
  slow.resolve(false)
  await before
  for (const token of ['ann', 'bob']) expect((await request(token)).json().text).toBe('new')
})

test('refusals and failures reach the caller and are not cached', async () => {
  const { handler, request } = await createWorld()
  for (let n = 0; n < 2; n++) {
    expect((await request('ann', `${URL}?variant=missing`)).json().errorCode).toBe('NOT_FOUND')
    expect((await request('ann', `${URL}?variant=failing`)).statusCode).toBe(500)
  }
  expect(handler).toHaveBeenCalledTimes(4)
})

test('state that cannot be loaded is a failure, not a response without it', async () => {
  const { load, request } = await createWorld()
  for (const _ of ['not cached', 'cached']) {
    load.mockRejectedValueOnce(new Error('no database'))
    const failed = await request('ann')
    expect([failed.statusCode, failed.json().errorCode]).toEqual([500, 'INTERNAL'])
    expect((await request('ann')).json().favorite).toBe(false)
  }
})

test('a token is checked each time, whatever is cached', async () => {
  let ended = false
  const { request } = await createWorld({
    resolveViewer: async () => {
      if (ended) throw new AppError('SESSION_ENDED')
      return MEMBER
    },
  })
  await request('ann')
  ended = true
  expect((await request('ann')).statusCode).toBe(401)
})

test('a response to a token is private: GET, HEAD, POST and XML, cached or not', async () => {
  const { favorites, request } = await createWorld()
  favorites.add('ann')
  const head = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }
  for (let n = 0; n < 3; n++) {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const response = await request('ann', URL, { method, headers: { 'if-none-match': '*' } })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject(head)
      expect(response.headers.vary).toBe('Authorization, Accept-Encoding, Origin')
      expect(response.headers.etag).toBeUndefined()
      expect(response.body === '').toBe(method === 'HEAD')
    }
    for (const format of ['xml', 'json']) {
      const response = await request('ann', `/api/shared.action?format=${format}`)
      expect(response.headers).toMatchObject({ ...head, 'content-type': `application/${format}; charset=utf-8` })
      expect([response.headers.vary].flat().join(', ').split(', ').toSorted()).toEqual([
        'Accept',
        'Accept-Encoding',
        'Authorization',
        'Origin',
      ])
      expect(response.body).toContain(format === 'xml' ? '<favorite>true</favorite>' : '"favorite":true')
    }
  }
})
