import { expect, test } from 'vitest'
import { tabHref } from './tab-links.rules.ts'

const LIST = '/api_v2/revamp/categoryList?categoryId=rain'
const category = {
  categoryId: 'rain',
  programClassify: 'mixed',
  detailURL: LIST,
  title: '',
  subtitle: '',
  showLandscape: false,
  showTopN: false,
}
const tab: Parameters<typeof tabHref>[0] = {
  type: 'list',
  route: '/category/movie',
  data: { categoryList: [category] },
}

test('a tab leads to its route', () => {
  expect(tabHref(tab)).toBe('#/category/movie')
  expect(tabHref({ ...tab, type: 'page', route: '/campaign-site?codeName=X' })).toBe('#/campaign-site?codeName=X')
})

test.each([
  [LIST, 'rain'],
  ['/api_v2/revamp/categoryList?categoryId=other', 'other'],
  ['/api_v2/revamp/mixProgramList?row=new', 'new'],
])('a rolling tab leads to the whole of its category: %s', (detailURL, categoryId) => {
  const route = '/category/rolling-category'
  expect(tabHref({ ...tab, type: 'rolling', route, rolling: { detailURL } })).toBe(
    `#/category/rolling-category?categoryId=${categoryId}`,
  )
})

test('a rolling tab without a category leads to its route', () => {
  expect(tabHref({ ...tab, type: 'rolling', data: { categoryList: [] } })).toBe('#/category/movie')
})
