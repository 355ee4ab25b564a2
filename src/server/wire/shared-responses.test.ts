import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { MEMBER } from '../../../test/support/plain-calls.ts'
import {
  SHARED_RESPONSE_URL as URL,
  createSharedResponseWorld as world,
  isAnybody,
} from '../../../test/support/shared-response-calls.ts'

const LONG = '港映 Harbour '.repeat(400)

test('the first member is answered by the handler, all others from memory with their own marks', async () => {
  const { liked, handler, marks, ask, warm } = await world()
  liked.add('ann')
  const first = await warm('ann')
  expect(first.json()).toMatchObject({ result: 'SUCCESS', liked: true })
  // One for the first, one for memory.
  expect(handler).toHaveBeenCalledTimes(2)
  expect(marks).not.toHaveBeenCalled()
  const again = await ask('ann')
  expect(again.json()).toEqual(first.json())
  expect((await ask('bob')).json()).toEqual({ ...first.json(), liked: false })
  expect(handler).toHaveBeenCalledTimes(2)
  expect(marks).toHaveBeenCalledTimes(2)
})

test('what memory is filled with knows nothing of the member who asked', async () => {
  const { asked, ask } = await world()
  await ask('ann', `${URL}?parentalCode=4826&profileId=p9&mobileno=91234567`, {
    headers: { 'x-client-context': 'deviceSerial=d&deviceModel=m' },
    remoteAddress: '192.0.2.9',
  })
  expect(asked).toHaveLength(2)
  const { viewer, call } = asked.find((one) => isAnybody(one.viewer))!
  expect(viewer).toEqual({
    kind: 'member',
    accountId: '',
    sessionId: '',
    profileId: undefined,
    language: 'zh_HK',
    region: 'HK',
    kids: false,
    unlocked: false,
    deviceSerial: undefined,
  })
  expect([call.address, call.requestId]).toEqual(['', 'audience'])
  const { language, pattern, ...rest } = call.context
  expect([language, pattern]).toEqual(['zh_HK', 'normal'])
  expect(Object.values(rest).filter((value) => value !== undefined)).toEqual([])
})

test('members who ask at the same time never get each other’s marks', async () => {
  const { liked, ask, warm } = await world()
  const tokens = Array.from({ length: 60 }, (_, n) => `member${n}`)
  for (const token of tokens.filter((_, n) => n % 3 === 0)) liked.add(token)
  for (const isWarm of [false, true]) {
    if (isWarm) await warm('ann')
    const answers = await Promise.all(tokens.map((token) => ask(token)))
    expect(answers.map((answer) => answer.json().liked)).toEqual(tokens.map((token) => liked.has(token)))
  }
})

test('a mark shows in the very next answer, and is gone in the next after it is taken away', async () => {
  const { liked, ask, warm } = await world()
  await warm('ann')
  const seen = []
  for (const change of ['none', 'add', 'none', 'delete', 'none'] as const) {
    if (change !== 'none') liked[change]('ann')
    seen.push((await ask('ann')).json().liked)
  }
  expect(seen).toEqual([false, true, true, false, false])
})

test('the same marks cost no new bytes; each encoding has its own', async () => {
  const { liked, decorate, ask, warm, say } = await world()
  say(() => LONG)
  await warm('ann')
  for (const token of ['ann', 'bob', 'cid']) await ask(token)
  expect(decorate).toHaveBeenCalledTimes(1)
  liked.add('bob')
  for (const token of ['bob', 'ann', 'bob']) await ask(token)
  expect(decorate).toHaveBeenCalledTimes(2)
  for (let n = 0; n < 2; n++) {
    const packed = await ask('bob', URL, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toMatchObject({ text: LONG, liked: true })
  }
  expect(decorate).toHaveBeenCalledTimes(3)
})

test('bytes are kept for so many marks only, the last used ones', async () => {
  const { marks, decorate, ask, warm } = await world()
  await warm('ann')
  let mark: unknown = 'common'
  marks.mockImplementation(async () => mark as boolean)
  decorate.mockImplementation(() => ({ liked: true }))
  for (let n = 0; n < 100; n++) {
    for (mark of ['common', n]) await ask('ann')
  }
  expect(decorate).toHaveBeenCalledTimes(101)
  mark = 0
  await ask('ann')
  expect(decorate).toHaveBeenCalledTimes(102)
})

test('audiences do not mix: locked and unlocked, kids, language, region, visitors', async () => {
  const { ask, warm, app, say } = await world({ config: { TRUST_PROXY: 'loopback', REGION_HEADER: 'X-Region' } })
  say((viewer) =>
    [viewer.kind, viewer.language, viewer.region, viewer.kids, 'unlocked' in viewer && viewer.unlocked].join(),
  )
  const asks: [string, string, object?][] = [
    ['ann', 'member,zh_HK,HK,false,false'],
    ['open', 'member,zh_HK,HK,false,true'],
    ['kid', 'member,zh_HK,HK,true,false'],
    ['ann', 'member,en_US,HK,false,false', { query: { language: 'en_US' } }],
    ['ann', 'member,zh_HK,MO,false,false', { headers: { 'x-region': 'MO' } }],
    // A call may name a kids profile instead of the session's own.
    ['ann', 'member,zh_HK,HK,true,false', { query: { profileId: 'kid' } }],
  ]
  for (let round = 0; round < 3; round++) {
    for (const [token, text, request] of asks) {
      expect((await ask(token, URL, request)).json().text).toBe(text)
      await warm(token)
    }
    expect((await app.inject(URL)).json()).toEqual({ result: 'SUCCESS', text: 'visitor,zh_HK,HK,false,false' })
  }
})

test('a member without a profile is shown no marks, and none are looked for', async () => {
  const { marks, ask, warm } = await world()
  await warm('ann')
  await ask('ann')
  marks.mockClear()
  expect((await ask('nobody')).json()).not.toHaveProperty('liked')
  expect(marks).not.toHaveBeenCalled()
})

test('what goes by the profile as a whole is the handler’s, each time', async () => {
  const { asked, marks, ask, warm, say } = await world()
  say((viewer) => ('profileId' in viewer ? String(viewer.profileId) : ''))
  for (const token of ['ann', 'bob', 'ann', 'bob'])
    expect((await warm(token, `${URL}?wish=own`)).json().text).toBe(token)
  await ask('ann', `${URL}?wish=own`)
  expect(marks).not.toHaveBeenCalled()
  expect(asked.filter(({ viewer }) => isAnybody(viewer))).toHaveLength(1)
})

test('a change of the catalogue, a minute and a window edge end what members share', async () => {
  const edge = Temporal.Instant.from('2026-11-21T04:01:30Z')
  const {
    app: _,
    clock,
    ask,
    warm,
    say,
    changeCatalogue,
  } = await world({
    nextEdge: async (now) => (Temporal.Instant.compare(now, edge) < 0 ? edge : undefined),
  })
  const textNow = async () => (await ask('ann')).json().text
  say(() => 'one')
  await warm('ann')
  say(() => 'two')
  expect(await textNow()).toBe('one')
  changeCatalogue()
  expect((await warm('ann')).json().text).toBe('two')
  say(() => 'three')
  clock.advance('PT59.9S')
  expect(await textNow()).toBe('two')
  clock.advance('PT0.1S')
  expect((await warm('ann')).json().text).toBe('three')
  say(() => 'four')
  clock.advance('PT29.9S')
  expect(await textNow()).toBe('three')
  clock.advance('PT0.1S')
  expect(await textNow()).toBe('four')
})

test('what was being made when the catalogue changed is not kept', async () => {
  const { handler, ask, warm, changeCatalogue } = await world()
  const slow = Promise.withResolvers<{ text: string }>()
  handler.mockImplementation(async (viewer) => (isAnybody(viewer) ? slow.promise : { text: 'the handler’s' }))
  expect((await ask('ann')).json().text).toBe('the handler’s')
  changeCatalogue()
  slow.resolve({ text: 'stale' })
  handler.mockImplementation(async () => ({ text: 'new' }))
  for (let n = 0; n < 3; n++) expect((await warm('ann')).json().text).toBe('new')
})

test('a change that comes while marks are read gives the new answer to whoever asks after it', async () => {
  const { marks, ask, warm, say, changeCatalogue } = await world()
  say(() => 'old')
  await warm('ann')
  const slow = Promise.withResolvers<boolean>()
  marks.mockImplementationOnce(() => slow.promise)
  const before = ask('ann')
  await vi.waitFor(() => expect(marks).toHaveBeenCalled())
  say(() => 'new')
  changeCatalogue()
  expect((await warm('bob')).json().text).toBe('new')
  slow.resolve(false)
  await before
  for (const token of ['ann', 'bob']) expect((await ask(token)).json().text).toBe('new')
})

test('a failing fill fails nobody, and refusals are the handler’s', async () => {
  const { ask, warm, handler } = await world()
  for (let n = 0; n < 2; n++) expect((await warm('ann', `${URL}?wish=own-only`)).json().result).toBe('SUCCESS')
  expect(handler).toHaveBeenCalledTimes(4)
  expect((await ask('ann', `${URL}?wish=nothing`)).json().errorCode).toBe('NOT_FOUND')
})

test('no more than a few answers are made for memory at a time', async () => {
  const { handler, ask } = await world()
  const slow = Promise.withResolvers<{ text: string }>()
  let [making, most] = [0, 0]
  handler.mockImplementation(async (viewer) => {
    if (!isAnybody(viewer)) return { text: '' }
    most = Math.max(most, ++making)
    return slow.promise
  })
  await Promise.all(Array.from({ length: 40 }, (_, n) => ask('ann', `${URL}?page=${Math.ceil((n + 1) / 2)}`)))
  slow.resolve({ text: '' })
  expect(most).toBe(4)
})

test('marks that cannot be read are a failure, not an answer without them', async () => {
  const { marks, ask, warm } = await world()
  await warm('ann')
  marks.mockRejectedValueOnce(new Error('no database'))
  const failed = await ask('ann')
  expect([failed.statusCode, failed.json().errorCode]).toEqual([500, 'INTERNAL'])
  expect((await ask('ann')).json().liked).toBe(false)
})

test('a token is looked at each time, whatever is in memory', async () => {
  let ended = false
  const { ask, warm } = await world({
    resolveViewer: async () => {
      if (ended) throw new AppError('SESSION_ENDED')
      return MEMBER
    },
  })
  await warm('ann')
  await ask('ann')
  ended = true
  expect((await ask('ann')).statusCode).toBe(401)
})

test('an answer to a token is private: GET, HEAD, POST and XML, before memory is filled and after', async () => {
  const { liked, ask, settle } = await world()
  liked.add('ann')
  const head = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }
  for (let n = 0; n < 3; n++) {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const response = await ask('ann', URL, { method, headers: { 'if-none-match': '*' } })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject(head)
      expect(response.headers.vary).toBe('Authorization, Accept-Encoding')
      expect(response.headers.etag).toBeUndefined()
      expect(response.body === '').toBe(method === 'HEAD')
    }
    for (const format of ['xml', 'json']) {
      const response = await ask('ann', `/api/row.action?format=${format}`)
      expect(response.headers).toMatchObject({ ...head, 'content-type': `application/${format}; charset=utf-8` })
      expect([response.headers.vary].flat().join(', ').split(', ').toSorted()).toEqual([
        'Accept',
        'Accept-Encoding',
        'Authorization',
      ])
      expect(response.body).toContain(format === 'xml' ? '<liked>true</liked>' : '"liked":true')
    }
    await settle()
  }
})
