import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { allButFirst } from './processors.ts'

test.each([
  ['0-1', '1'],
  ['0-3', '1-3'],
  ['0-3,8', '1-3,8'],
  ['2,5-7', '5-7'],
  ['4-5,8-9\n', '5,8-9'],
  ['0', undefined],
  ['', undefined],
  ['none', undefined],
])('of the processors %j the rest is %s', (list, rest) => {
  expect(allButFirst(list)).toBe(rest)
})

test.runIf(process.platform === 'linux' && availableParallelism() > 1)(
  'whoever leaves the first processor has one less, and so have its children, unless they are given all',
  () => {
    const module = JSON.stringify(import.meta.resolve('./processors.ts'))
    const script = `
      import { execFileSync } from 'node:child_process'
      import { everyProcessor, leaveFirstProcessor } from ${module}
      const count = (...words) => Number(execFileSync(words[0], words.slice(1)))
      const before = [everyProcessor(), count('nproc')]
      leaveFirstProcessor()
      console.log(JSON.stringify([before, count('nproc'), count('taskset', '-c', everyProcessor(), 'nproc')]))`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString()
    const all = Number(execFileSync('nproc'))
    expect(JSON.parse(said)).toEqual([[null, all], all - 1, all])
  },
)
