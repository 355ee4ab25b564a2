import { expect, test } from 'vitest'
import type { PageContent } from '#contract/admin/pages.ts'
import { aPageBanner, aPageCategory } from '../../../../../test/support/page-content.ts'
import { mergeFields, type Side } from '../../form/merge.rules.ts'
import { combinePart, contentOf, flatVersions } from './page-parts.rules.ts'

const base: PageContent = {
  tabs: [],
  categories: [aPageCategory('a', { programIds: ['1', '2'], version: 3 }), aPageCategory('b', { version: 1 })],
  banners: [aPageBanner('slide', { programId: '1' })],
}
const [a, b] = [base.categories[0]!, base.categories[1]!]
const with_ = (change: Partial<PageContent>): PageContent => ({ ...base, ...change })

function merge(mine: PageContent, theirs: PageContent, chosen: Readonly<Record<string, Side>> = {}) {
  const { versions, names } = flatVersions({ base, mine, theirs })
  const { merged, unchosen } = mergeFields(versions, names, { chosen, combine: combinePart })
  return { content: contentOf(merged, versions.theirs), unchosen }
}

test('what neither side changed is what there was, key for key', () => {
  expect(merge(base, base)).toEqual({ content: base, unchosen: [] })
})

test('changes of different fields, and what each side added, removed and moved, merge', () => {
  const mine = with_({ categories: [b, { ...a, showTopN: true }, aPageCategory('mine')] })
  const theirs = with_({
    categories: [{ ...a, version: 4, title: { zh_HK: '新', en_US: 'Row' } }, b, aPageCategory('theirs')],
    banners: [],
  })
  const { content, unchosen } = merge(mine, theirs)
  expect(unchosen).toEqual([])
  expect(content.categories.map(({ categoryId }) => categoryId)).toEqual(['b', 'a', 'mine', 'theirs'])
  expect(content.categories[1]).toEqual({ ...a, version: 4, showTopN: true, title: { zh_HK: '新', en_US: 'Row' } })
  expect(content.banners).toEqual([])
})

test('titles that both sides added to a list are both there', () => {
  const mine = with_({ categories: [{ ...a, programIds: ['1', '2', '3'] }, b] })
  const theirs = with_({ categories: [{ ...a, programIds: ['2', '4'] }, b] })
  expect(merge(mine, theirs).content.categories[0]!.programIds).toEqual(['2', '4', '3'])
})

test('one field that both changed is chosen', () => {
  const mine = with_({ categories: [a, { ...b, title: { zh_HK: '我', en_US: 'Row' } }] })
  const theirs = with_({ categories: [a, { ...b, title: { zh_HK: '他', en_US: 'Row' } }] })
  expect(merge(mine, theirs).unchosen).toEqual(['categories/b/title/zh_HK'])
  const { content } = merge(mine, theirs, { 'categories/b/title/zh_HK': 'mine' })
  expect(content.categories[1]!.title).toEqual({ zh_HK: '我', en_US: 'Row' })
})

test('a list that one side removed and the other changed is chosen, as a whole or not at all', () => {
  const mine = with_({ categories: [a, { ...b, showTopN: true }] })
  const theirs = with_({ categories: [a] })
  expect(merge(mine, theirs).unchosen).toEqual(['categories/b'])
  expect(merge(mine, theirs, { 'categories/b': 'mine' }).content.categories).toEqual([a, { ...b, showTopN: true }])
  expect(merge(mine, theirs, { 'categories/b': 'theirs' }).content.categories).toEqual([a])
})

test('orders that contradict each other are chosen', () => {
  const three = [a, b, aPageCategory('c')]
  const start = with_({ categories: three })
  const { versions, names } = flatVersions({
    base: start,
    mine: with_({ categories: [three[2]!, a, b] }),
    theirs: with_({ categories: [b, a, three[2]!] }),
  })
  expect(mergeFields(versions, names, { combine: combinePart }).unchosen).toEqual(['categories'])
})
