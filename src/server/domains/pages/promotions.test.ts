import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { memberViewer, visitor } from '../../../../test/support/viewers.ts'
import type { Viewer } from '../viewer.ts'
import type { BannerDraft, CategoryDraft } from './index.ts'

let testApp: Awaited<ReturnType<typeof createTestCatalogue>>

const TITLE = { zh: '列', en: 'Row' }
const FOCUS = { focus: { x: 62, y: 45 }, focusPortrait: { x: 48, y: 0 } }
const list = (categoryId: string, programIds: string[]): CategoryDraft => ({
  categoryId,
  source: 'list',
  programClassify: 'mixed',
  title: TITLE,
  programIds,
})
const popup = (bannerId: string, change: Partial<BannerDraft>): BannerDraft => ({
  bannerId,
  place: 'popup',
  bannerType: 'url',
  programId: null,
  image: 'h/x.webp',
  ...change,
})
const member = ({ unlocked }: { unlocked: boolean }) =>
  memberViewer({ accountId: '00000000-0000-4000-8000-000000000001', unlocked })

beforeAll(async () => {
  testApp = await createTestCatalogue()
  const { catalogue, pages, db } = testApp
  for (const id of ['a', 'b', 'c']) {
    await catalogue.createTitle(aTitle(id, { images: { art: 'h/art.webp' } }))
    await catalogue.publish(id)
  }
  await pages.arrange(db, {
    categories: [list('plain', ['a']), list('festival', ['a', 'b']), list('bare', ['c']), list('night', ['b'])],
    promotions: [
      { categoryId: 'festival', image: 'h/fest.webp', ...FOCUS, text: { zh: '節目', en: 'Festival' } },
      { categoryId: 'bare' },
      { categoryId: 'night', adult: true },
    ],
    tabs: { '1': ['night', 'festival', 'plain'] },
    banners: [
      popup('festival', { bannerType: 'category', url: 'festival' }),
      popup('night', { bannerType: 'category', url: 'night' }),
      popup('plain', { bannerType: 'category', url: 'plain' }),
      popup('join', { bannerType: 'register' }),
      popup('own', { url: '/category/movie' }),
      popup('other', { url: 'https://example.com/' }),
      popup('script', { url: 'javascript:alert(1)' }),
      popup('host', { url: '//evil.example/' }),
      popup('user', { url: 'https://harbour.example@evil.example/' }),
    ],
  })
})
afterAll(() => testApp.close())

const promoted = (viewer: Viewer, categoryId: string, adult = false) =>
  testApp.pages.promoted(viewer, { categoryId, adult }, { page: 1 })
const idsOf = (found: { list: { programId: string }[] }) => found.list.map(({ programId }) => programId)

test('a promoted collection has its banner, else the artwork of its first title', async () => {
  const found = await promoted(visitor(), 'festival')
  expect(idsOf(found)).toEqual(['a', 'b'])
  expect(found.category.promotion).toBe('open')
  expect(found.banner).toEqual({
    bannerImage: '/i/h/fest.webp',
    bannerImagePortrait: '',
    bannerPreview: 'data:/i/h/fest.webp',
    ...FOCUS,
    text: '節目',
  })
  const { banner } = await promoted(visitor({ language: 'en_US' }), 'bare')
  expect(banner).toMatchObject({ bannerImage: '/i/h/art.webp', text: '' })
})

test('it is paged, sorted and filtered like any category', async () => {
  const request = { page: 2, pageSize: 1, sort: 'title' as const }
  const found = await testApp.pages.promoted(visitor(), { categoryId: 'festival', adult: false }, request)
  expect(found).toMatchObject({ page: 2, pageSize: 1, total: 2 })
  expect(idsOf(found)).toEqual(['b'])
})

test.each(['plain', 'nowhere'])('a category without a promotion is none: %s', async (categoryId) => {
  await expect(promoted(visitor(), categoryId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a collection for adults is opened by its own screen alone, and by an unlocked session', async () => {
  await expect(promoted(visitor(), 'night')).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
  await expect(promoted(member({ unlocked: false }), 'night')).rejects.toMatchObject({ code: 'PARENTAL_CODE_REQUIRED' })
  expect(idsOf(await promoted(member({ unlocked: true }), 'night'))).toEqual(['b'])
  for (const viewer of [visitor(), member({ unlocked: true })])
    await expect(testApp.pages.category(viewer, 'night', { page: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const [home] = await testApp.pages.tabs(visitor(), { recommended: false })
  const rows = home!.data.categoryList.map(({ categoryId, promotion }) => [categoryId, promotion])
  expect(rows).toEqual([
    ['festival', 'open'],
    ['plain', undefined],
  ])
})

test('with adult any collection takes the parental code', async () => {
  await expect(promoted(visitor(), 'bare', true)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
  const locked = promoted(member({ unlocked: false }), 'bare', true)
  await expect(locked).rejects.toMatchObject({ code: 'PARENTAL_CODE_REQUIRED' })
  expect(idsOf(await promoted(member({ unlocked: true }), 'bare', true))).toEqual(['c'])
})

test('a banner says whether its category is a promoted collection', async () => {
  const found = (await testApp.pages.popups(visitor())).filter(({ bannerType }) => bannerType === 'category')
  expect(found.map(({ url, promotion }) => [url, promotion])).toEqual([
    ['festival', 'open'],
    ['night', 'adult'],
    ['plain', undefined],
  ])
})

test('a banner that leads nowhere is left out: a member has registered, and an address must be ours or http(s)', async () => {
  const shown = async (viewer: Viewer) => {
    const found = await testApp.pages.popups(viewer)
    return found.filter(({ bannerType }) => bannerType !== 'category').map(({ bannerId }) => bannerId)
  }
  expect(await shown(visitor())).toEqual(['join', 'own', 'other'])
  expect(await shown(member({ unlocked: false }))).toEqual(['own', 'other'])
})
