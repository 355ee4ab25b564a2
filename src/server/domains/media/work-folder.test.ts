import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkFolder } from './work-folder.ts'

let parent: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'harbour-work-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777

test('the work folder can be entered by its owner only', async () => {
  await openWorkFolder(join(parent, 'data', 'work'))
  expect(await modeOf(join(parent, 'data', 'work'))).toBe(0o700)
})

test('corrects the mode of an existing work folder and keeps its content', async () => {
  const folder = join(parent, 'work')
  await mkdir(join(folder, 'jobs'), { recursive: true })
  await chmod(folder, 0o755)
  await openWorkFolder(folder)
  expect(await modeOf(folder)).toBe(0o700)
  expect((await stat(join(folder, 'jobs'))).isDirectory()).toBe(true)
})
