import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isOnPath } from '../../../test/support/programs.ts'
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
])('the processors %j without the first are %s', (list, rest) => {
  expect(allButFirst(list)).toBe(rest)
})

/**
 * Runs code that may import from processors.ts, with this search path.
 * @returns its output, parsed as JSON
 */
function runWith(path: string, lines: string): unknown {
  const module = JSON.stringify(import.meta.resolve('./processors.ts'))
  const script = `
    import { execFileSync } from 'node:child_process'
    import { availableParallelism } from 'node:os'
    import { everyProcessor, leaveFirstProcessor } from ${module}
    ${lines}`
  const args = ['--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, args, { env: { ...process.env, PATH: path } }).toString())
}

const all = availableParallelism()
describe.runIf(process.platform === 'linux' && all > 1)('a process that leaves the first processor', () => {
  test('has one less, and so have its children, unless they are given all', ({ skip }) => {
    skip(!isOnPath('taskset'), 'there is no taskset on the search path')
    const output = runWith(
      process.env.PATH!,
      `
      const count = (...command) => Number(execFileSync(command[0], command.slice(1)))
      const before = [everyProcessor(), availableParallelism()]
      leaveFirstProcessor()
      console.log(JSON.stringify([before, availableParallelism(), count('nproc'), count('taskset', '-c', everyProcessor(), 'nproc')]))`,
    )
    expect(output).toEqual([[null, all], all - 1, all - 1, all])
  })

  test('calls taskset for every thread of the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'harbour-path-'))
    await writeFile(join(folder, 'taskset'), '#!/bin/sh\necho "$@" > "${0%/*}/arguments"\n', { mode: 0o755 })
    const output = runWith(
      folder,
      `
      leaveFirstProcessor()
      console.log(JSON.stringify([process.pid, everyProcessor()]))`,
    )
    const [pid, processors] = output as [number, string]
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toBe(`-a -p -c ${allButFirst(processors)} ${pid}\n`)
    await rm(folder, { recursive: true })
  })

  test('keeps all of them where the system has no taskset', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'harbour-path-'))
    const output = runWith(
      empty,
      `
      leaveFirstProcessor()
      console.log(JSON.stringify([everyProcessor(), availableParallelism()]))`,
    )
    await rm(empty, { recursive: true })
    expect(output).toEqual([null, all])
  })
})
