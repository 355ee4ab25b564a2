import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { DEFAULT_CONFIG, setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { planOnSale } from '../../../../test/support/plans-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ArticleScreen } from './article-screen.tsx'

const open = (path: string, plans: object[] = [planOnSale()]) =>
  renderWeb(<ArticleScreen />, { path, reads: [[getSubscribableMonthlyPlanWeb, { planList: plans }]] })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  setSiteConfig(DEFAULT_CONFIG)
})

test.each([
  [PATHS.knowUs, '認識我們'],
  [PATHS.terms, '服務條款'],
  [PATHS.privacy, '私隱聲明'],
  [PATHS.collection, '個人資料收集聲明'],
  [PATHS.plainPrivacy, '私隱聲明'],
  [PATHS.partners, '合作夥伴'],
  [`${PATHS.mobileTerms}/`, '服務條款'],
])('%s has its text', async (path, heading) => {
  await open(path)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
})

test('the terms state the price of the plan on sale, and nothing of one while there is none', async () => {
  const { unmount } = await open(PATHS.terms)
  expect(await screen.findByText('通行證現時售價為每月 HK$88，個別推廣的價格以購買頁面所示為準。')).toBeTruthy()
  unmount()
  await open(PATHS.terms, [])
  expect(await screen.findByText(/每次租看由購買時起計，有效 48 小時/)).toBeTruthy()
  expect(screen.queryByText(/通行證現時售價/)).toBeNull()
})

test('to a telecom partner’s member, whose plan has no credits, no article promises any', async () => {
  const telecom = planOnSale({ extraCredits: 0, eligible: false, reason: 'TELECOM_PARTNER' })
  const { unmount } = await open(PATHS.terms, [telecom])
  expect(await screen.findByText(/通行證現時售價為每月 HK\$88/)).toBeTruthy()
  expect(screen.queryByText(/每期附送/)).toBeNull()
  unmount()
  await open(PATHS.knowUs, [telecom])
  expect(await screen.findByRole('heading', { level: 1, name: '認識我們' })).toBeTruthy()
  expect(screen.queryByText(/每期再送/)).toBeNull()
})

test('without a plan on sale the section of the pass keeps what does not name the plan', async () => {
  await open(PATHS.terms, [])
  const heading = await screen.findByRole('heading', { level: 2, name: '通行證' })
  const items = [...heading.parentElement!.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(items.map((item) => item.slice(0, 5))).toEqual(['新會員首月', '未用的附送', '以 Pay', '續期收費失'])
  expect(screen.getByRole('link', { name: '通行證' }).getAttribute('href')).toBe('#/category/detail?section=pass')
})

test('the address of a section puts the focus on its heading, and the contents lead to each', async () => {
  await open(`${PATHS.terms}?section=refunds`)
  const heading = await screen.findByRole('heading', { level: 2, name: '退款' })
  expect(document.activeElement).toBe(heading)
  const link = screen.getByRole('link', { name: '退款' })
  expect(link.getAttribute('aria-current')).toBe('location')
  expect(screen.getByRole('link', { name: '下載' }).getAttribute('href')).toBe('#/category/detail?section=downloads')
})

test('the operator’s address is named where one is configured', async () => {
  const { unmount } = await open(PATHS.privacy)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/電郵至/)).toBeNull()
  unmount()
  setSiteConfig({ contactEmail: 'help@harbour.example' })
  await open(PATHS.privacy)
  expect(await screen.findByText('亦可電郵至 help@harbour.example。')).toBeTruthy()
})
