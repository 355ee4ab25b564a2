import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { help as text } from '#text/zh_HK/help.ts'
import { planOnSale } from '../../../../test/support/plans-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { HelpScreens } from './help-screens.tsx'

const open = (path: string) =>
  renderWeb(<HelpScreens />, { path, reads: [[getSubscribableMonthlyPlanWeb, { planList: [planOnSale()] }]] })

beforeEach(() => {
  // happy-dom lays nothing out.
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => void vi.unstubAllGlobals())

describe('the help centre', () => {
  test('finds answers as they are shown, and opens one at a time', async () => {
    const { user, at } = await open('/help')
    await user.type(await screen.findByRole('searchbox', { name: text.search }), 'HK$88')
    const results = await screen.findByRole('region', { name: text.resultsOf('HK$88') })
    const question = within(results).getByRole('button', { name: '通行證怎樣收費？' })
    await user.click(question)
    expect(question.getAttribute('aria-expanded')).toBe('true')
    expect(within(results).getByText(/現時每月 HK\$88，每期附送 60 點/)).toBeTruthy()
    expect(new URLSearchParams(at.current.split('?')[1]).get('article')).toBe('pass-price')
    await user.click(question)
    expect(question.getAttribute('aria-expanded')).toBe('false')
  })

  test('finds an error code by its number', async () => {
    await open('/help?keyword=4032')
    const results = await screen.findByRole('region', { name: text.resultsOf('4032') })
    expect(within(results).getByRole('button', { name: /裝置不支援 4K 格式/ })).toBeTruthy()
  })

  test('shows what comes closest when nothing matches all of it, and says so', async () => {
    await open('/help?keyword=怎樣取消我的訂閱')
    const results = await screen.findByRole('region', { name: text.resultsOf('怎樣取消我的訂閱') })
    expect(within(results).getByText(text.closest)).toBeTruthy()
    expect(within(results).getAllByRole('button')[0]?.textContent).toContain('怎樣取消通行證？')
  })

  test('says when nothing is found, and goes back to the topics', async () => {
    const { user } = await open('/help?keyword=zzzz')
    expect(await screen.findByText(text.none)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: text.clear }))
    await user.click(await screen.findByRole('button', { name: /下載及裝置/ }))
    expect(screen.queryByText(text.none)).toBeNull()
    expect(screen.getByRole('button', { name: '下載有甚麼限制？' })).toBeTruthy()
  })

  test('opens the answer that the address names', async () => {
    await open('/help?topic=devices&article=download-limits')
    const question = await screen.findByRole('button', { name: '下載有甚麼限制？' })
    expect(question.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('每部裝置最多可下載 30 套節目，每個帳戶最多可用 2 部裝置下載。')).toBeTruthy()
  })
})

test.each([
  ['/help', 1],
  ['/mobile/helpcenter', 0],
])('in %s an error code has %i link to its page', async (path, count) => {
  await open(`${path}?topic=errors&article=4032`)
  await screen.findByRole('button', { name: /裝置不支援 4K 格式/, expanded: true })
  expect(screen.queryAllByRole('link', { name: text.code('4032') })).toHaveLength(count)
})

describe('an error code', () => {
  test.each([
    ['4032', '裝置不支援 4K 格式'],
    ['INSUFFICIENT_CREDITS', '點數不足'],
    ['0x800A1000', '登入狀態無效'],
  ])('%s has a page', async (code, heading) => {
    await open(`/help/error/${code}`)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
    expect(screen.getByText(text.code(code))).toBeTruthy()
    expect(screen.getByRole('link', { name: text.toHelp }).getAttribute('href')).toBe('#/help')
  })

  test('without a page is named, with a way on', async () => {
    await open('/help/error/%E0%A4%A')
    expect(await screen.findByText(text.unknownText)).toBeTruthy()
  })
})

describe('the device test', () => {
  /** A download whose bytes arrive at a rate. */
  const downloadsAt = (mbps: number) => {
    let nowMs = 0
    const bytes = (mbps * 1_000_000) / 8
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    vi.stubGlobal('fetch', async () => {
      const parts = [new Uint8Array(10), new Uint8Array(bytes)]
      const read = async () => {
        const value = parts.shift()
        if (value && parts.length === 0) nowMs += 1000
        return value ? { done: false, value } : { done: true }
      }
      return { ok: true, body: { getReader: () => ({ read }) } }
    })
  }
  afterEach(() => void vi.restoreAllMocks())

  test('says what will play, in words', async () => {
    downloadsAt(8.6)
    vi.stubGlobal('MediaSource', { isTypeSupported: () => false })
    const { user } = await open('/help')
    await user.click(await screen.findByRole('button', { name: text.test.start }))
    const card = within(screen.getByRole('region', { name: text.test.title }))
    expect(await card.findByText(text.test.verdict.hd)).toBeTruthy()
    expect(card.getByText('8.6')).toBeTruthy()
    expect(card.getByText('4K 需要每秒 10 至 12 Mb，尚差 1.4 Mb。')).toBeTruthy()
    expect(card.getAllByText(text.test.no)).toHaveLength(2)
  })

  test('a file that arrives at once is a fast connection, not a failed one', async () => {
    vi.spyOn(performance, 'now').mockImplementation(() => 0)
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array(1_500_000)))
    const { user } = await open('/help')
    await user.click(await screen.findByRole('button', { name: text.test.start }))
    const card = within(screen.getByRole('region', { name: text.test.title }))
    expect(await card.findByText('100')).toBeTruthy()
    expect(card.getByText(new RegExp(text.test.over, 'u'))).toBeTruthy()
    expect(card.queryByText(text.test.failed)).toBeNull()
  })

  test('says that the speed could not be measured', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const { user } = await open('/help')
    await user.click(await screen.findByRole('button', { name: text.test.start }))
    expect(await screen.findByText(text.test.failed)).toBeTruthy()
  })
})
