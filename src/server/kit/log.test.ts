import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createLog, loggableUrl, withoutSecrets } from './log.ts'
import { inRequest } from './request-context.ts'

const hidden = [
  ['/api_v2/x?%74oken=SECRET', '/api_v2/x?token=…'],
  ['/api_v2/x?token[]=SECRET', '/api_v2/x?token[]=…'],
  ['/api_v2/x?token%5B%5D=SECRET', '/api_v2/x?token[]=…'],
  ['http://x/v/SECRET/film/master.m3u8', '/v/…/film/master.m3u8'],
  ['https://SECRET@x:8443/v/SECRET/film/key?page=1', '/v/…/film/key?page=1'],
  ['/%76/SECRET/film/v720/00001.m4s', '/v/…/film/v720/00001.m4s'],
  ['/v%2FSECRET%2ffilm', '/v/…/film'],
  ['//v//SECRET/film', '//v//…/film'],
  ['/%76/SECRET/%E0%A4%A', '/v/…/%E0%A4%A'],
  ['/u/image/1795880000/SECRET', '/u/image/1795880000/…'],
  ['https://films.test/u/image/1795880000/SECRET?page=1', '/u/image/1795880000/…?page=1'],
  ['/%75%2Fimage/1/SECRET/SECRET', '/u/image/1/…'],
  ['/api/login.action?mobileno=SECRET&verificationToken=SECRET', '/api/login.action?mobileno=…&verificationToken=…'],
  ['/api_v2/x?TOKEN=SECRET&session=SECRET=SECRET', '/api_v2/x?TOKEN=…&session=…'],
  ['/api_v2/x?SECRET&=SECRET', '/api_v2/x?…&…=…'],
  ['/api_v2/x?a%00SECRET=1', '/api_v2/x?…=…'],
  ['/api_v2/x#token=SECRET', '/api_v2/x?token=…'],
  ['/api_v2/x;token=SECRET?page=1;token=SECRET', '/api_v2/x?token=…&page=1&token=…'],
] as const

test.each(hidden)('%s is logged without secrets', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged)
})

test.each([
  '/',
  '/api_v2/revamp/detail?programId=harbour-light&language=zh_HK&pattern=normal',
  '/i/%E6%B8%AF/hero.webp?w=320',
  '/p/film/v1/abc.mp4',
])('%s is logged unchanged', (url) => {
  expect(loggableUrl(url)).toBe(url)
})

describe('secrets of what is logged', () => {
  const error = Object.assign(new Error('failed'), { code: '23505', password: 'SECRET', detail: { key: 'SECRET' } })
  /** The lines that a logger writes. */
  function open() {
    const lines: string[] = []
    const destination = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line))
        done()
      },
    })
    return { lines, log: createLog({ level: 'info', role: 'web', destination }) }
  }

  test.each([
    ['at the top', { token: 'SECRET', a: 1 }, { token: '…', a: 1 }],
    ['below', { request: { headers: { cookie: 'SECRET' } } }, { request: { headers: { cookie: '…' } } }],
    ['as deep as is logged', { a: { b: { c: { d: { code: 'SECRET' } } } } }, { a: { b: { c: { d: { code: '…' } } } } }],
    ['in lists', { list: [{ email: 'SECRET' }, 'b'] }, { list: [{ email: '…' }, 'b'] }],
    ['whatever they hold', { key: { any: 'SECRET' }, password: 0 }, { key: '…', password: '…' }],
  ])('%s are hidden', (_, logged, shown) => {
    const { lines, log } = open()
    log.info(logged)
    expect(JSON.parse(lines[0]!)).toMatchObject(shown)
    expect(lines[0]).not.toContain('SECRET')
  })

  test('are hidden in the fields that a logger adds to each line', () => {
    const { lines, log } = open()
    log.child({ member: { deviceSerial: 'SECRET' } }).info('line')
    expect(JSON.parse(lines[0]!)).toMatchObject({ role: 'web', member: { deviceSerial: '…' } })
  })

  test('are hidden in errors, whose own code is shown', () => {
    const { lines, log } = open()
    log.warn({ err: error }, 'failed')
    expect(JSON.parse(lines[0]!).err).toMatchObject({ code: '23505', password: '…', detail: { key: '…' } })
    expect(lines[0]).not.toContain('SECRET')
  })

  test('the logged object itself is not changed, and what has none is not copied', () => {
    const logged = { a: { token: 'SECRET' }, b: { c: 1 } }
    const shown = withoutSecrets(logged)
    expect(logged.a.token).toBe('SECRET')
    expect(shown.b).toBe(logged.b)
    expect(withoutSecrets(logged.b)).toBe(logged.b)
  })

  test('an object that holds itself is logged', () => {
    const { lines, log } = open()
    const logged: Record<string, unknown> = { token: 'SECRET' }
    logged.self = logged
    log.info(logged)
    expect(lines[0]).not.toContain('SECRET')
  })
})

test('a line names the request that it is about, once', () => {
  const lines: string[] = []
  const destination = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) })
  const log = createLog({ level: 'info', role: 'worker', destination })
  log.info('at start')
  inRequest('a', () => {
    log.info('message not sent')
    log.info({ reqId: 'b' }, 'call failed')
    log.child({ reqId: 'c' }).info('request')
    inRequest(null, () => log.info('connection lost'))
  })
  const named = lines.map((line) => [JSON.parse(line).msg, line.match(/"reqId":"\w"/g)])
  expect(named).toEqual([
    ['at start', null],
    ['message not sent', ['"reqId":"a"']],
    ['call failed', ['"reqId":"b"']],
    ['request', ['"reqId":"c"']],
    ['connection lost', null],
  ])
})
