import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Category } from '#contract/categories.ts'
import { home, site } from '#text/zh_HK/viewer.ts'
import { programOnSale, refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ProgramCarousel } from './program-row.tsx'

const LIST = '/api_v2/revamp/categoryList'
const category = {
  categoryId: 'new',
  title: '最新上架',
  subtitle: '',
  detailURL: `${LIST}?categoryId=new`,
  showLandscape: false,
  showTopN: false,
} as unknown as Category
/** A call that fails by the network is repeated once before its failure is shown. */

const goOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}
afterEach(() => vi.restoreAllMocks())

async function renderRow(code: string) {
  let fails = true
  const requested = vi.fn<() => void>()
  const list = () => {
    requested()
    return fails ? refusedRead(code) : { list: [programOnSale()], page: 1, pageSize: 35, total: 1 }
  }
  const view = await renderWeb(<ProgramCarousel category={category} eager />, { reads: [[LIST, list]] })
  const mend = () => (fails = false)
  return { ...view, requested, mend }
}

test.each([
  ['portrait', false, true, 9],
  ['landscape', true, true, 6],
  // Its shadows draw the others.
  ['far below the screen', false, false, 1],
])('until its titles are there a row has placeholders for a whole row: %s', async (_, showLandscape, eager, count) => {
  const row = { ...category, showLandscape } as Category
  const awaited = Promise.withResolvers<object>()
  const { container } = await renderWeb(<ProgramCarousel category={row} eager={eager} />, {
    reads: [[LIST, awaited.promise]],
  })
  expect(container.querySelectorAll('[aria-hidden=true] li')).toHaveLength(count)
})

test('offline, a row says nothing of its own, and is there once the network is back', async () => {
  goOnline(false)
  const { requested, mend } = await renderRow('NETWORK')
  await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(2))
  await act(async () => {})
  expect(screen.queryByText(home.rowFailed)).toBeNull()
  expect(screen.getByRole('heading', { name: category.title })).toBeTruthy()
  mend()
  act(() => goOnline(true))
  expect(await screen.findByRole('link', { name: /十三號碼頭/u })).toBeTruthy()
})

test.each(['NETWORK', 'INTERNAL'])(
  'a row that fails by %s while the browser is online says so, and can be tried again',
  async (code) => {
    goOnline(true)
    const { mend, user } = await renderRow(code)
    expect(await screen.findByText(home.rowFailed)).toBeTruthy()
    mend()
    await user.click(screen.getByRole('button', { name: site.retry }))
    expect(await screen.findByRole('link', { name: /十三號碼頭/u })).toBeTruthy()
  },
)
