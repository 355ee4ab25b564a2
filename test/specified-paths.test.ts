import { expect, test } from 'vitest'
import { ROUTES } from '#web/site/navigation/routes.tsx'
import { SPECIFIED_PATHS } from './support/specified-paths.ts'

const paths: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path))

test('the list holds each path of the specification once', () => {
  expect(SPECIFIED_PATHS).toHaveLength(new Set(SPECIFIED_PATHS).size)
  expect(SPECIFIED_PATHS).toHaveLength(67)
})

test.each(SPECIFIED_PATHS)('%s is a screen of its own', (path) => {
  expect(paths.has(path)).toBe(true)
})
