import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Tab, tabBars } from '#contract/categories.ts'
import { lastWatched } from '#contract/library.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useTabs } from '#web/viewer/cards/use-tabs.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ReturnHost } from './profile-hosts.tsx'

const profile = { profileId: 'p1', name: '大文', avatar: '', childrenModel: false }
const fetched = vi.fn<() => object>(() => ({ data: null }))
let passed = 0

beforeEach(() => {
  localStorage.setItem('token', 't')
  localStorage.setItem('currentProfile', JSON.stringify(profile))
  passed = 0
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + passed)
})
afterEach(() => {
  localStorage.clear()
  fetched.mockClear()
  vi.restoreAllMocks()
})

function Title() {
  useCall(lastWatched, { programId: 'tram' })
  return null
}

async function shown() {
  await renderWeb(
    <>
      <ReturnHost />
      <Title />
    </>,
    { reads: [[lastWatched, fetched]] },
  )
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce())
}

const comeBack = async (state: 'visible' | 'hidden' = 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
  dispatchEvent(new Event('focus'))
  await new Promise((resolve) => setTimeout(resolve, 50))
}

test('who returns to a page after a while sees the progress that was made elsewhere, fetched once', async () => {
  await shown()
  passed = 61_000
  await comeBack()
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  await comeBack()
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('fresh data is not fetched again, nor any while the page is hidden', async () => {
  await shown()
  await comeBack()
  passed = 61_000
  await comeBack('hidden')
  expect(fetched).toHaveBeenCalledOnce()
})

test('a member who has not chosen a profile has no progress to fetch', async () => {
  localStorage.removeItem('currentProfile')
  await shown()
  passed = 61_000
  await comeBack()
  expect(fetched).toHaveBeenCalledOnce()
})

const homeWith = (...categoryIds: string[]) => {
  const categoryList = categoryIds.map((categoryId) => ({
    categoryId,
    programClassify: 'mixed',
    detailURL: `/api_v2/revamp/mixProgramList?row=${categoryId}`,
    title: '',
    subtitle: '',
    showLandscape: false,
    showTopN: false,
  }))
  return {
    tabList: [{ tabId: '1', tabName: '', type: 'list', route: '/category/list', data: { categoryList } } as Tab],
  }
}

function Home() {
  useTabs()
  return null
}

test.each([
  {
    shown: ['new'],
    times: 2,
    what: 'fetched again: the first title begun elsewhere brings the carousel of those to continue',
  },
  { shown: ['continue', 'new'], times: 1, what: 'kept where that carousel is among them' },
])('home’s carousels are $what', async ({ shown: categoryIds, times }) => {
  const home = vi.fn<() => object>(() => homeWith(...categoryIds))
  await renderWeb(
    <>
      <ReturnHost />
      <Home />
    </>,
    { reads: [[tabBars, home]] },
  )
  await waitFor(() => expect(home).toHaveBeenCalledOnce())
  passed = 61_000
  await comeBack()
  await waitFor(() => expect(home).toHaveBeenCalledTimes(times))
})
