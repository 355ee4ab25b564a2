import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { DISK_FULL_SENTENCE, isDiskFull } from './disk-full.ts'
import { createLog } from './log.ts'

const errorWithCode = (code: string) => Object.assign(new Error('could not extend file "base/16384/2619"'), { code })

test.each(['ENOSPC', 'EDQUOT', '53100'])('detects %s, also as a cause', (code) => {
  expect(isDiskFull(errorWithCode(code))).toBe(true)
  expect(isDiskFull(new Error('outer', { cause: errorWithCode(code) }))).toBe(true)
})

test.each([
  errorWithCode('ENOENT'),
  errorWithCode('53200'),
  new Error('ENOSPC in words only'),
  'ENOSPC',
  null,
  undefined,
])('%o is not a full disk', (error) => expect(isDiskFull(error)).toBe(false))

test('handles an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(isDiskFull(error)).toBe(false)
})

test('logs one sentence without a stack', () => {
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const log = createLog({ level: 'error', role: 'worker', destination })
  log.error({ err: errorWithCode('53100') }, 'polling failed')
  log.error({ err: errorWithCode('ENOENT') }, 'polling failed')
  const [full, other] = lines.map((line) => JSON.parse(line) as { err: Record<string, string> })
  expect(full!.err).toEqual({ type: 'Error', message: DISK_FULL_SENTENCE })
  expect(other!.err['stack']).toContain('disk-full.test.ts')
})
