import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const MODULE = resolve('src/server/kit/end-process.ts')

/** Runs a program that does `before` and then ends itself with code 3. */
async function run(before: string, stdio: 'pipe' | 'ipc' = 'pipe') {
  const program = `import { endProcess } from ${JSON.stringify(MODULE)}\n${before}\nendProcess(3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit', stdio],
  })
  const [printed, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return { printed, code: code as number | null }
}

test('the process ends with the code, and prints everything first', async () => {
  const { printed, code } = await run(`process.stdout.write('x'.repeat(1_000_000))`)
  expect(code).toBe(3)
  expect(printed).toHaveLength(1_000_000)
})

test('what is still open does not keep it', async () => {
  expect(await run('setInterval(() => undefined, 60_000)')).toMatchObject({ code: 3 })
})

test('nor does the channel of a supervisor', async () => {
  expect(await run(`process.on('message', () => undefined)`, 'ipc')).toMatchObject({ code: 3 })
})
