import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Bytes of every file of the last commit: what `git clone --depth 1` fetches, before compression. */
const fileSizes = (): number[] =>
  execFileSync('git', ['ls-tree', '-r', '--long', 'HEAD'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 10_000_000 })
    .trim()
    .split('\n')
    .map((line) => Number(line.split(/\s+/)[3]))

test('a clone without history is at most 100 MB', () => {
  const sizes = fileSizes()
  expect(sizes.length).toBeGreaterThan(1000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000_000)
})
