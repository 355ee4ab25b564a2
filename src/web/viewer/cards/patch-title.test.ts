import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { patchCards, patchTitle } from './patch-title.ts'

const card = (programId: string) => ({ programId, keyartImageURL: '/k', myFavorite: false })

test('every copy of a card is marked, wherever it stands in an answer', () => {
  const answer = {
    list: [card('a'), card('b')],
    data: { bannerList: [{ bannerId: 'x', program: card('a') }] },
    program: { ...card('a'), dramaList: [] },
  }
  const next = patchCards(answer, 'a', { myFavorite: true })
  expect([next.list[0], next.data.bannerList[0]!.program, next.program].map((one) => one!.myFavorite)).toEqual([
    true,
    true,
    true,
  ])
  expect(next.list[1]).toBe(answer.list[1])
})

test('an answer without the title stays the same object', () => {
  const answer = { list: [card('b')], nothing: null, labels: 'a' }
  expect(patchCards(answer, 'a', { myFavorite: true })).toBe(answer)
})

test('an episode, a banner or an order of the title is no card', () => {
  const answer = { order: { programId: 'a', programGuid: 'a' } }
  expect(patchCards(answer, 'a', { myFavorite: true })).toBe(answer)
})

test('cached answers are marked and stay as old as they were', () => {
  const queries = new QueryClient()
  queries.setQueryData(['/row'], { list: [card('a')] }, { updatedAt: 1000 })
  queries.setQueryData(['/other'], { list: [card('b')] }, { updatedAt: 1000 })
  patchTitle(queries, 'a', { myFavorite: true })
  expect(queries.getQueryData(['/row'])).toEqual({ list: [{ ...card('a'), myFavorite: true }] })
  expect(queries.getQueryState(['/row'])?.dataUpdatedAt).toBe(1000)
  queries.clear()
})
