import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { ERROR_CODES, type ErrorCode, ERRORS } from '#contract/error-codes.ts'
import { AppError } from '#contract/errors.ts'
import { failed, serialize } from './envelope.ts'
import { old, start, write } from '../../../test/support/plain-calls.ts'

/** A value for each field of a refusal's data. */
const CARRIED = {
  retryAfter: 90,
  needed: 28,
  owned: 20,
  triesLeft: 4,
  devices: [],
  streams: [],
  closing: true,
  requestId: 'r',
  fields: {},
  max: 5,
} as const

test.each(ERROR_CODES)('%s has its status, wire code and sentence in both languages', (code) => {
  const refusal = new AppError<ErrorCode>(code, CARRIED)
  const zh = failed(refusal, { language: 'zh_HK', requestId: 'r' })
  const en = failed(refusal, { language: 'en_US', requestId: 'r' })
  expect([zh.status, zh.body.errorCode]).toEqual([ERRORS[code].status, ERRORS[code].wireCode])
  expect(zh.body.message).toMatch(/\p{Script=Han}/u)
  expect(en.body.message).toMatch(/^\P{Script=Han}+$/u)
})

test('an envelope carries what its code declares, and nothing else that the refusal was thrown with', () => {
  const bodyOf = (error: AppError) => failed(error, { language: 'en_US', requestId: 'r' }).body
  expect(bodyOf(new AppError('CONFLICT', { max: 5 }))).toEqual({
    result: 'FAILED',
    errorCode: 'CONFLICT',
    message: expect.stringContaining('5'),
  })
  expect(bodyOf(new AppError('WRONG_PARENTAL_CODE', { triesLeft: 4, fields: { code: 'WRONG_PASSWORD' } }))).toEqual({
    result: 'FAILED',
    errorCode: 'WRONG_PARENTAL_CODE',
    message: 'That parental code is wrong. Enter it again.',
    fields: { code: expect.any(String) },
    triesLeft: 4,
  })
  // What is the service's own fault can be quoted.
  expect(bodyOf(new AppError('UNAVAILABLE', { retryAfter: 10 }))).toMatchObject({ retryAfter: 10, requestId: 'r' })
  expect(bodyOf(new AppError('ACCOUNT_CLOSING', { closing: true }))).toMatchObject({
    errorCode: 'NOT_ALLOWED',
    closing: true,
  })
})

test('data that a code requires does not compile when it is left out', () => {
  // @ts-expect-error -- the devices are missing
  const make = () => new AppError('DEVICE_LIMIT')
  // @ts-expect-error -- no refusal carries this
  const misspelled = () => new AppError('WRONG_CODE', { tries: 1 })
  expect([make().code, misspelled().code]).toEqual(['DEVICE_LIMIT', 'WRONG_CODE'])
})

test('when to try again is said in the body and in Retry-After', async () => {
  const { app } = await start({}, (on) =>
    on(write, () => {
      throw new AppError('TOO_MANY_TRIES', { retryAfter: 90 })
    }),
  )
  const response = await app.inject('/api_v2/thing/write?text=abc')
  expect([response.statusCode, response.headers['retry-after'], response.json().retryAfter]).toEqual([429, '90', 90])
  expect(response.json().message).toContain('2 分鐘')
})

test('our own fault tells a request id and nothing else; the log tells the rest', async () => {
  const { app, logged } = await start({}, (on) =>
    on(write, () => {
      throw new Error('password of the database')
    }),
  )
  const response = await app.inject('/api_v2/thing/write?text=abc')
  const { requestId, ...rest } = response.json()
  expect(response.statusCode).toBe(500)
  expect(rest).toEqual({ result: 'FAILED', errorCode: 'INTERNAL', message: '系統發生錯誤，請稍後再試。' })
  expect(requestId).toBe(response.headers['x-request-id'])
  expect(logged).toContainEqual(
    expect.objectContaining({
      reqId: requestId,
      err: expect.objectContaining({ message: 'password of the database' }),
    }),
  )
})

test('an answer that breaks its schema is our own fault', async () => {
  const { app } = await start({}, (on) => on(old, () => ({ list: 'no list' }) as never))
  expect((await app.inject('/api/thing.action')).statusCode).toBe(500)
})

const xml = new XMLParser({ isArray: (name) => name === 'item', parseTagValue: false })

test.each([
  ['/api/thing.action?format=xml', undefined],
  ['/api/thing.action', 'application/xml'],
  ['/api/thing.action', 'application/xml, application/json;q=0.5'],
])('the older wire answers XML: %s, Accept %s', async (url, accept) => {
  const { app } = await start()
  const response = await app.inject({ url, ...(accept && { headers: { accept } }) })
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(response.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><response><result>SUCCESS<\/result>/)
  expect(xml.parse(response.body).response).toEqual({
    result: 'SUCCESS',
    empty: '',
    list: { item: ['a & <b>', 'c\uFFFD\uFFFD'] },
    note: '',
  })
})

test('no name of a field that a request made up gets into the markup', async () => {
  const { app } = await start()
  const made = ['a><evil x="1"/', '#text', '?xml', 'fine'].map((name) => `${encodeURIComponent(name)}=%00`).join('&')
  const response = await app.inject(`/api/thing.action?format=xml&${made}`)
  expect(response.statusCode).toBe(400)
  expect(Object.keys(xml.parse(response.body).response.fields)).toEqual(['fine'])
})

test.each([
  ['/api/thing.action', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['/api/thing.action', 'application/json, application/xml'],
  ['/api/thing.action?format=json', 'application/xml'],
  ['/api_v2/thing?programId=p1', 'application/xml'],
])('and JSON otherwise: %s, Accept %s', async (url, accept) => {
  const { app } = await start()
  expect((await app.inject({ url, headers: { accept } })).json().result).toBe('SUCCESS')
})

test.each([
  ['/api/nothing.action?format=xml', 404, 'NOT_FOUND'],
  ['/api/strict.action?format=xml', 405, 'METHOD_NOT_ALLOWED'],
  ['/api/thing.action?format=xml&pattern=children', 200, 'NOT_ALLOWED'],
  ['/api/thing.action?format=xml&token=x', 401, '0x800A1000'],
])('refusals are XML too: %s', async (url, status, errorCode) => {
  const { app } = await start()
  const response = await app.inject(url)
  expect(response.statusCode).toBe(status)
  expect(xml.parse(response.body).response).toMatchObject({ result: 'FAILED', errorCode })
})

test.each([
  [[], '<list></list>'],
  [['a'], '<list><item>a</item></list>'],
  [['a', 'b'], '<list><item>a</item><item>b</item></list>'],
  [[['a'], []], '<list><item><item>a</item></item><item></item></list>'],
  [[{ n: 1, list: [] }], '<list><item><n>1</n><list></list></item></list>'],
])('the list %j is %s in XML', (list, element) => {
  expect(serialize({ result: 'SUCCESS', list }, 'xml')).toContain(element)
})

test.each([
  ['en_US', 'There is no case AAAA-0000.'],
  ['zh_HK', '沒有個案 AAAA-0000。'],
] as const)(
  'what an operator cannot do has its own sentence in %s, and travels as its code alone',
  (language, message) => {
    const refusal = operatorRefusal({ is: 'caseUnknown', caseNumber: 'AAAA-0000' })
    const { status, body } = failed(refusal, { language, requestId: 'r' })
    expect({ status, body }).toEqual({ status: 200, body: { result: 'FAILED', errorCode: 'NOT_FOUND', message } })
  },
)
