import { expect, test } from 'vitest'
import { cinema } from './zh_HK/cinema.ts'
import { history, library } from './zh_HK/library.ts'
import { payments } from './zh_HK/payments.ts'
import { search } from './zh_HK/search.ts'
import { categories } from './zh_HK/viewer.ts'
import { wallet } from './zh_HK/wallet.ts'

test.each([
  ['results of a search', search.count('5')],
  ['titles of a person', search.personTitles('5')],
  ['titles of a category', categories.count('5')],
  ['titles of a category that are shown', categories.shown('5', '9')],
  ['titles of a list', library.count('5')],
  ['titles of a list that are shown', library.shown('5', '9')],
  ['titles of a history that are added', history.merge.done('5')],
  ['films in the cinemas', cinema.all('5')],
])('%s are counted in 套', (_, sentence) => {
  expect(sentence).toMatch(/5 套/)
  expect(sentence).not.toMatch(/\d ?[項部]/)
})

test.each([
  ['payments', payments.list.shown('5', '9')],
  ['entries of a statement', wallet.shown('5')],
  ['suggestions', search.suggestionCount('5')],
])('%s are counted in 項', (_, sentence) => {
  expect(sentence).toMatch(/5 項/)
})
