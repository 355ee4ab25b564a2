import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listHomeBanner } from '#contract/banners.ts'
import { tabBars } from '#contract/categories.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { TabScreen } from './tab-screen.tsx'

test('a tab that could not be loaded has a main heading, and can be tried again', async () => {
  let isDown = true
  const { user } = await renderWeb(<TabScreen tabId="2" name="Movie" />, {
    reads: [
      [tabBars, () => (isDown ? refusedRead('INTERNAL') : { tabList: [] })],
      [listHomeBanner, { data: { bannerList: [] } }],
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: viewer.home.pageFailed })).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: viewer.site.retry }))
  expect(await screen.findByRole('heading', { level: 1, name: viewer.tabs.Movie })).toBeTruthy()
})
