import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Responses that have begun, the port of a process, and the test tools. */
const LINE_EACH = ['wire/http/dev.ts', 'wire/http/fast-path.ts', 'wire/http/unfit.ts', 'wire/media/media.routes.ts']

test('failures of requests are logged by logFailure, which writes one line a second for an outage', async () => {
  const found: string[] = []
  for (const file of globSync('src/server/wire/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })) {
    if (/\blog\.error\(\{ err/.test(await readFile(file, 'utf8'))) found.push(file.replace('src/server/', ''))
  }
  expect(found.toSorted()).toEqual(LINE_EACH)
})
