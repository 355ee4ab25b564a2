import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What marks an input of a code: of an SMS or e-mail, secret, or of a few characters. */
const CODE = /one-time-code|data-lpignore|maxLength=\{[1-6]\}/

test('every code of digits is typed into the boxes of one component', () => {
  const files = globSync('src/web/**/*.tsx', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.') && CODE.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(files).toEqual(['src/web/ui/form/code-input.tsx'])
})
