import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { site as en } from '#text/en_US/viewer.ts'
import { site as zh } from '#text/zh_HK/viewer.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { setSiteConfig } from '#web/viewer/site-config/site-config.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { AppButton } from './app-button.tsx'
import { AppReminder } from './app-reminder.tsx'
import { AppStrip } from './app-strip.tsx'
import { Footer } from './footer.tsx'

const ABOUT = { zh_HK: 'https://about.example/zh', en_US: 'https://about.example/en' }
const APPS = {
  appStore: 'https://apple.example/a',
  googlePlay: 'https://google.example/b',
  smartTv: 'https://tv.example/c',
}
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Phone) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'

beforeEach(() => {
  localStorage.clear()
  setSiteConfig({ aboutURL: ABOUT, appLinks: APPS })
})
afterEach(() => {
  setSiteConfig({})
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const onPhone = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(PHONE)

const scrollTo = (y: number) =>
  act(async () => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    dispatchEvent(new Event('scroll'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

describe('SPEC 2: the footer', () => {
  test.each([
    ['zh_HK', zh],
    ['en_US', en],
  ] as const)(
    'links the site’s pages, the operator’s about us of %s and the stores',
    async (language, { footer, app }) => {
      await renderWeb(<Footer />, { language })
      expect(hrefOf(footer.about)).toBe(ABOUT[language])
      expect(hrefOf(footer.knowUs)).toBe(`#${PATHS.knowUs}`)
      expect(hrefOf(footer.giftCard)).toBe(`#${PATHS.giftCard}`)
      expect(hrefOf(footer.privacy)).toBe(`#${PATHS.privacy}`)
      expect(hrefOf(footer.terms)).toBe(`#${PATHS.terms}`)
      expect(hrefOf(footer.contact)).toBe(`#${PATHS.contact}`)
      expect(hrefOf(footer.partners)).toBe(`#${PATHS.partners}`)
      expect([hrefOf(app.appStore), hrefOf(app.googlePlay), hrefOf(app.smartTv)]).toEqual(Object.values(APPS))
      for (const link of screen.getAllByRole('link').filter((one) => one.getAttribute('href')?.startsWith('http')))
        expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
    },
  )

  test('has the current year', async () => {
    vi.useFakeTimers({ now: Date.parse('2031-05-01T00:00:00Z'), toFake: ['Date'] })
    await renderWeb(<Footer />)
    expect(screen.getByRole('contentinfo').textContent).toContain('2031')
  })

  test('leaves out what the operator has not set', async () => {
    setSiteConfig({})
    await renderWeb(<Footer />)
    expect(screen.queryByRole('link', { name: zh.footer.about })).toBeNull()
    expect(screen.queryByRole('link', { name: zh.app.appStore })).toBeNull()
  })
})

test('the download strip links every store, and is not there without one', async () => {
  const { unmount } = await renderWeb(<AppStrip />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(Object.values(APPS))
  unmount()
  setSiteConfig({})
  await renderWeb(<AppStrip />)
  expect(screen.queryByRole('region')).toBeNull()
})

test('on a phone the download button comes after one screen of scrolling, with the phone’s store', async () => {
  onPhone()
  await renderWeb(<AppButton />)
  await scrollTo(innerHeight - 1)
  expect(screen.queryByRole('link')).toBeNull()
  await scrollTo(innerHeight + 1)
  expect(hrefOf(zh.app.get)).toBe(APPS.googlePlay)
  await scrollTo(0)
  expect(screen.queryByRole('link')).toBeNull()
})

test.each([
  ['reminder', AppReminder],
  ['download button', AppButton],
])('a desktop that is zoomed until its window is as narrow as a phone has no %s', async (_, Banner) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
  )
  await renderWeb(<Banner />)
  await scrollTo(innerHeight + 1)
  expect(screen.queryByRole('link')).toBeNull()
})

test('the download button never lies over the order form of a sale', async () => {
  onPhone()
  await renderWeb(<AppButton />, { path: '/special-sales' })
  await scrollTo(innerHeight + 1)
  expect(screen.queryByRole('link')).toBeNull()
})

test('home’s reminder leads to the store, and stays away once closed', async () => {
  onPhone()
  const { user, unmount } = await renderWeb(<AppReminder />)
  expect(hrefOf(zh.app.open)).toBe(APPS.googlePlay)
  await user.click(screen.getByRole('button', { name: zh.close }))
  expect(screen.queryByRole('complementary')).toBeNull()
  unmount()
  await renderWeb(<AppReminder />)
  expect(screen.queryByRole('complementary')).toBeNull()
})
