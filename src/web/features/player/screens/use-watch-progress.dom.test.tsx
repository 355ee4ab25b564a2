import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { getBookmark } from '#contract/library.ts'
import { storeVisitorProgress } from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import { renderWeb } from '../../../../../test/support/render-web.tsx'
import type { PlayableTitle } from '../controls/player-context.ts'
import { useResume } from './use-watch-progress.ts'

const request = { programId: 'tram', programGuid: 'tram', kind: 'movie' as const, start: 0 }
const title = { duration: 600, points: { startShowPoint: 0, startPosition: 0, endPosition: 0 } } as PlayableTitle
const profile = { profileId: 'p1', name: '大文', avatar: '', childrenModel: false }

afterEach(() => localStorage.clear())

/** Where a video starts, and whether progress in it may be stored, once that is known. */
async function resumed({ bookmark, start = 0 }: { bookmark?: object; start?: number } = {}) {
  const found: { current?: ReturnType<typeof useResume> } = {}
  function Resume() {
    found.current = useResume(request, start, title)
    return null
  }
  await renderWeb(<Resume />, bookmark ? { reads: [[getBookmark, bookmark]] } : {})
  await waitFor(() => expect(found.current?.from).toBeDefined())
  return found.current
}

function logIn() {
  localStorage.setItem('token', 't')
  localStorage.setItem('currentProfile', JSON.stringify(profile))
}

test.each([
  ['none', { position: 0, finished: false }, { from: 0, isStored: false }],
  ['a position', { position: 300, finished: false }, { from: 300, isStored: true }],
  ['the end', { position: 0, finished: true }, { from: 0, isStored: true }],
  ['an answer that fails', undefined, { from: 0, isStored: true }],
])('a member’s bookmark: %s', async (_, bookmark, expected) => {
  logIn()
  expect(await resumed(bookmark && { bookmark })).toEqual(expected)
})

test('the position of a link says nothing of what is stored', async () => {
  logIn()
  expect(await resumed({ start: 2 })).toEqual({ from: 2, isStored: true })
})

test('a visitor’s progress is what this browser has stored', async () => {
  expect(await resumed()).toEqual({ from: 0, isStored: false })
  const progress = {
    programId: 'tram',
    programGuid: 'tram',
    season: 0,
    episode: 0,
    duration: 600,
    at: '2026-11-21T10:00:00Z',
  }
  storeVisitorProgress({ ...progress, position: 300, finished: false })
  expect(await resumed()).toEqual({ from: 300, isStored: true })
  storeVisitorProgress({ ...progress, position: 590, finished: true })
  expect(await resumed()).toEqual({ from: 0, isStored: true })
})
