import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { DISK_FULL_SENTENCE, isDiskFull } from './disk-full.ts'
import { createLog } from './log.ts'

const coded = (code: string) => Object.assign(new Error('could not extend file "base/16384/2619"'), { code })

test.each(['ENOSPC', 'EDQUOT', '53100'])('%s is a full disk, also as a cause', (code) => {
  expect(isDiskFull(coded(code))).toBe(true)
  expect(isDiskFull(new Error('outer', { cause: coded(code) }))).toBe(true)
})

test.each([coded('ENOENT'), coded('53200'), new Error('ENOSPC in words only'), 'ENOSPC', null, undefined])(
  '%o is none',
  (error) => expect(isDiskFull(error)).toBe(false),
)

test('an error that is its own cause ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(isDiskFull(error)).toBe(false)
})

test('the log says one sentence of it, without a stack', () => {
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const log = createLog({ level: 'error', role: 'worker', destination })
  log.error({ err: coded('53100') }, 'a look failed')
  log.error({ err: coded('ENOENT') }, 'a look failed')
  const [full, other] = lines.map((line) => JSON.parse(line) as { err: Record<string, string> })
  expect(full!.err).toEqual({ type: 'Error', message: DISK_FULL_SENTENCE })
  expect(other!.err['stack']).toContain('disk-full.test.ts')
})
