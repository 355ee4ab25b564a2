import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSupervisor, type Supervisor } from './supervisor.ts'

/** A program that records each start of a role in a file. Failing roles exit at once. */
const program = (failing: readonly string[]) => `
import { appendFileSync } from 'node:fs'
const role = process.argv[3]
appendFileSync(new URL('starts', import.meta.url), role + '\\n')
appendFileSync(new URL('options', import.meta.url), role + ' ' + process.execArgv.join(' ') + '\\n')
if (${JSON.stringify(failing)}.includes(role)) process.exit(1)
process.on('message', (message) => {
  if (message.type === 'init') process.send({ type: 'ready', ...(role === 'web' && { port: 4711 }) })
  if (message.type === 'stop') process.exit(0)
})
process.on('disconnect', () => process.exit(0))
`

let folder: string
let supervisor: Supervisor | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-supervisor-'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  await supervisor?.stop()
  await rm(folder, { recursive: true, force: true })
  vi.restoreAllMocks()
})

async function supervise(failing: readonly string[]) {
  const file = join(folder, 'role.mjs')
  await writeFile(file, program(failing))
  const onFailed = vi.fn<(code: number) => void>()
  supervisor = createSupervisor({ databaseUrl: '', masterKey: Buffer.alloc(32), onFailed, program: file })
  const startsOf = async (role: string) =>
    (await readFile(join(folder, 'starts'), 'utf8')).split('\n').filter((line) => line === role).length
  return { supervisor, onFailed, startsOf }
}

test('keeps restarting a failing worker while the web role runs', async () => {
  const { supervisor: started, onFailed, startsOf } = await supervise(['worker'])
  expect(await started.start(['web', 'worker'])).toBe(4711)
  await vi.waitFor(async () => expect(await startsOf('worker')).toBeGreaterThan(3), { timeout: 14_000, interval: 100 })
  expect(onFailed).not.toHaveBeenCalled()
  expect(await startsOf('web')).toBe(1)
})

test('the web role collects its garbage rarely; the worker has the options of this process alone', async () => {
  const { supervisor: started } = await supervise([])
  await started.start(['web', 'worker'])
  const lines = (await readFile(join(folder, 'options'), 'utf8')).trim().split('\n').toSorted()
  const own = process.execArgv.join(' ')
  expect(lines).toEqual([`web ${own} --heap-growing-percent=100`.replace('  ', ' '), `worker ${own}`])
})

test.each([[['web', 'worker'], 'web'] as const, [['worker'], 'worker'] as const])(
  'with roles %j, a failing %s ends the service',
  async (roles, failing) => {
    const { supervisor: started, onFailed, startsOf } = await supervise([failing])
    void started.start(roles)
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledExactlyOnceWith(1), { timeout: 14_000, interval: 100 })
    expect(await startsOf(failing)).toBe(3)
  },
)

test('worker and encoder share a process; an encoder alone has its own', async () => {
  const { supervisor: both, startsOf } = await supervise([])
  await both.start(['web', 'worker', 'encoder'])
  expect([await startsOf('web'), await startsOf('worker'), await startsOf('encoder')]).toEqual([1, 1, 0])
  await both.stop()
  const alone = await supervise([])
  await alone.supervisor.start(['encoder'])
  expect(await alone.startsOf('encoder')).toBe(1)
})
