import { expect, test } from 'vitest'
import { ROUTES } from '#web/site/navigation/routes.tsx'
import { SPECIFIED_PATHS, type SpecifiedPath } from './support/specified-paths.ts'

/** Screens of the specification that do not exist yet. It only shrinks: an entry whose screen exists fails the test. */
const NOT_YET: ReadonlySet<SpecifiedPath> = new Set<SpecifiedPath>(['/campaign-site'])

const paths: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path))

test('the list holds each path of the specification once', () => {
  expect(SPECIFIED_PATHS).toHaveLength(new Set(SPECIFIED_PATHS).size)
  expect(SPECIFIED_PATHS).toHaveLength(67)
})

test.each(SPECIFIED_PATHS)('%s is a screen of its own, or is listed as missing', (path) => {
  expect(paths.has(path)).toBe(!NOT_YET.has(path))
})
