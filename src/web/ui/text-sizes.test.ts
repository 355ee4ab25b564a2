import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Text that keeps its size when the reader chooses a larger one. Three digits: the numerals of a top ten, as high as its posters. */
const FIXED = /^\s*font(-size)?: (?:[^;]*\D)?\d{1,2}px/

test('the size of text is in rem, so that it follows the text size of the browser', () => {
  const files = globSync('src/web/**/*.css')
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => FIXED.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test('the arrow of a native select is drawn in one style sheet', () => {
  const drawn = globSync('src/web/**/*.css').filter((file) =>
    readFileSync(file, 'utf8').includes('linear-gradient(45deg, transparent 50%'),
  )
  expect(drawn).toEqual(['src/web/ui/form/select-arrow.module.css'])
})
