import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each(['nothing', 'toString'])('the verb %s is refused by name', (verb) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), verb], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining(`Unknown command ${verb}. Commands: start, `)])
})
