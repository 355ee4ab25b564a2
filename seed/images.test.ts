import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imagesToRegister } from './images.ts'
import { artTitleOf, type SeedPages } from './pages.mapping.ts'
import type { SeedTitle } from './titles.mapping.ts'

const read = async <T>(file: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')) as T
const titles = await read<SeedTitle[]>('titles.json')
const pages = await read<SeedPages>('pages.json')
const portrait = imagesToRegister(titles, pages).filter(({ path }) => path.startsWith('art-p/'))

test('registers only the portrait artwork used by banners and promoted collections', () => {
  const shown = new Set([...pages.banners, ...pages.promotions].map((one) => `art-p/${artTitleOf(one)}.webp`))
  expect(new Set(portrait.map(({ path }) => path))).toEqual(shown)
})

test("home's portrait slides have the same priority as its landscape slides", () => {
  const home = pages.banners.filter(({ tabId }) => tabId === '1').map(({ programId }) => `art-p/${programId}.webp`)
  expect(portrait.filter(({ priority }) => priority === 0).map(({ path }) => path)).toEqual(
    expect.arrayContaining(home),
  )
})
