import { expect, test } from 'vitest'
import { aPageBanner, aPageCategory } from '../../../test/support/page-content.ts'
import { isSame, pageChanges } from './page-changes.ts'
import type { PageContent } from './pages.ts'

const page = (change: Partial<PageContent> = {}): PageContent => ({ tabs: [], categories: [], banners: [], ...change })
const lists = (...ids: string[]) => page({ categories: ids.map((id) => aPageCategory(id)) })
const said = (before: PageContent, after: PageContent) =>
  pageChanges(before, after).map(({ id, change, fields }) => [id, change, ...fields].join(' '))

test.each([
  ['abc', 'abc', []],
  ['abc', 'ac', ['b removed']],
  ['ac', 'abc', ['b added']],
  ['abcd', 'dabc', ['d moved']],
  ['abcd', 'bcda', ['a moved']],
  ['abcd', 'dxab', ['d moved', 'x added', 'c removed']],
  ['', 'ab', ['a added', 'b added']],
])('of the order %s and the order %s the fewest changes are %j', (before, after, changes) => {
  expect(said(lists(...before), lists(...after))).toEqual(changes)
})

test('lists in no tab have no order', () => {
  const tabs = [{ tabId: '1', name: { zh_HK: '首頁', en_US: 'Home' }, type: 'list' as const, isShown: true }]
  expect(said({ ...lists('a', 'b'), tabs }, { ...lists('b', 'c', 'a'), tabs })).toEqual(['c added'])
})

test('a change names the fields that differ, but not the version of a list', () => {
  const [before] = lists('rain').categories
  const after = { ...before!, version: 9, showTopN: true, title: { zh_HK: '雨', en_US: 'Rain' } }
  expect(said(lists('rain'), page({ categories: [after] }))).toEqual(['rain changed title showTopN'])
  expect(said(lists('rain'), page({ categories: [{ ...before!, version: 9 }] }))).toEqual([])
})

test('a banner without a title is named by what it is about', () => {
  const named = (banner: ReturnType<typeof aPageBanner>) =>
    pageChanges(page(), page({ banners: [banner] }))[0]!.name.en_US
  expect(named(aPageBanner('x', { programId: 'tram' }))).toBe('tram')
  expect(named(aPageBanner('x', { bannerType: 'url', url: '/cinema' }))).toBe('/cinema')
  expect(named(aPageBanner('x', { title: { zh_HK: '夏', en_US: 'Summer' } }))).toBe('Summer')
})

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
])('%j and %j are equal: %s', (one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
  expect(isSame(other, one)).toBe(expected)
})
