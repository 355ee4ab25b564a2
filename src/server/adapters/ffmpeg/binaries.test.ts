import { expect, test } from 'vitest'
import { findBinaries, packagedPaths, preferred, releaseOf } from './binaries.ts'

test.each([
  ['ffmpeg version n7.0-7-gd38bf5e08e-20240407\nlibavformat    61.  1.100 / 61.  1.100\n', 7],
  ['ffmpeg version N-47683-g0e8eb07980-static\nlibavformat    58. 24.100 / 58. 24.100\n', 4],
  ['ffmpeg version 5.1.9-0+deb12u1\nlibavformat    59. 27.100 / 59. 27.100\n', 5],
  ['GNU cat 9.1', null],
])('the release of ffmpeg is read from its version: %j is %s', (version, release) =>
  expect(releaseOf(version)).toBe(release),
)

test.each([
  [[6, 7], 6],
  [[5, 7, 4], 7],
  [[4, 5], 5],
  [[null, 4], 4],
  [[null], null],
])('of the releases %j, %s is used', (releases, used) =>
  expect(preferred(releases.map((release) => ({ release })))).toEqual({ release: used }),
)

test('nothing is preferred where nothing is', () => expect(preferred([])).toBeUndefined())

test('a recent ffmpeg is found among the packages of Linux on x64', async () => {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return
  const [newest] = await packagedPaths('ffmpeg')
  expect(newest).toContain('@ffmpeg-binary')
  expect((await findBinaries({})).release).toBeGreaterThanOrEqual(6)
})
