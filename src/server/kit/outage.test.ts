import { Writable } from 'node:stream'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { logFailure, outageOf } from './outage.ts'
import { StoreDown } from './store-down.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

function aLog() {
  const lines: { msg: string; cause?: string; count?: number }[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const log = createLog({ level: 'info', role: 'test', destination })
  const fail = (error: unknown, reqId = 'r') => logFailure(log, error, { message: 'call failed', reqId })
  const told = () => lines.splice(0).map(({ msg, cause, count }) => [msg, cause, count])
  return { fail, told }
}

const withCode = (code: string) => Object.assign(new DatabaseError('x', 1, 'error'), { code })

test('an outage is one line a second for each cause, with the number of its failures', () => {
  const { fail, told } = aLog()
  for (let n = 0; n < 50; n++) fail(withCode('53100'))
  fail(new StoreDown(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })))
  expect(told()).toEqual([
    ['call failed', 'database 53100', 1],
    ['call failed', 'store refused', 1],
  ])
  vi.advanceTimersByTime(1_000)
  expect(told()).toEqual([['more requests failed', 'database 53100', 49]])
  fail(withCode('53100'))
  vi.advanceTimersByTime(1_000)
  expect(told()).toEqual([['more requests failed', 'database 53100', 1]])
  vi.advanceTimersByTime(5_000)
  expect(told()).toEqual([])
  fail(withCode('53100'))
  expect(told()).toEqual([['call failed', 'database 53100', 1]])
})

test('each fault of the service is a line of its own', () => {
  const { fail, told } = aLog()
  for (let n = 0; n < 3; n++) fail(new TypeError('x is undefined'))
  expect(told()).toHaveLength(3)
  expect(outageOf(new TypeError('x is undefined'))).toBeUndefined()
})
