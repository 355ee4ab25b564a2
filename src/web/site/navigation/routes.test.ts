import { describe, expect, test } from 'vitest'
import { pageTitles as enTitles } from '#text/en_US/page-titles.ts'
import { viewer as en } from '#text/en_US/viewer.ts'
import { pageTitles as zhTitles } from '#text/zh_HK/page-titles.ts'
import { viewer as zh } from '#text/zh_HK/viewer.ts'
import { formatPageTitle, setAppName } from '#web/kit/use-page-title.ts'
import { DEFAULT_CONFIG } from '#web/viewer/site-config/site-config.ts'
import { findRoute, routeAt, ROUTES, TABS } from './routes.tsx'
import { routeInApp } from './site-route.ts'

/** A further address of a screen, or the same screen inside the account. */
const OTHER_ADDRESSES = new Set([
  'RedeemCode',
  'RedeemCode2',
  'SetupExchangeCode',
  'HgcCodeEn',
  'SunStaffWechat',
  'PlainPrivacy',
  'MobilePrivacy',
  'MobileTerms',
  'MobileKnowUs',
  'MobileContact',
  'SetupHelpCenter',
  'MobileHelpCenter',
])
const BRAND = DEFAULT_CONFIG.brand
const PARTS = ['header', 'footer', 'tabBar'] as const
/** SPEC 2, by path. */
const HIDES: Readonly<Record<string, readonly (typeof PARTS)[number][]>> = {
  '/play': [...PARTS],
  '/PlayDrama/:episode': [...PARTS],
  '/private/play': [...PARTS],
  '/profiles': [...PARTS],
  '/movie-preference': [...PARTS],
  '/login': ['header', 'tabBar'],
  '/category/registration': ['tabBar'],
  '/Redeemcode': ['header'],
  '/redeemcode2': ['header'],
  '/sun-staff': ['header'],
  '/sun-staff-wechat': ['header'],
  '/campaign-site': ['header'],
  '/privacystate3': ['header'],
  // Screens that the app embeds.
  '/mobile/privacystate': [...PARTS],
  '/mobile/detail': [...PARTS],
  '/mobile/helpcenter': [...PARTS],
  '/mobile/knowus': [...PARTS],
  '/mobile/contactus': [...PARTS],
}

describe('the table of routes', () => {
  test('no name and no path stands twice', () => {
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length)
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length)
  })

  test('every tab has its id of SPEC 2', () => {
    expect(TABS.map(({ tabId, name }) => [tabId, name])).toEqual([
      ['1', 'Homepage'],
      ['2', 'Movie'],
      ['3', 'Drama'],
      ['4', 'Kids'],
      ['5', 'VarietyShow'],
      ['6', 'PrivateCinema'],
      ['9', 'Cinema'],
      ['11', 'SpecialSales'],
      ['12', 'CampaignSite'],
    ])
  })

  test('on a disc’s own page the tab of special sales is current', () => {
    expect(findRoute('/special-sale-detail')?.belowTabId).toBe('11')
    expect(findRoute('/special-sales')?.tabId).toBe('11')
  })

  test.each([
    ['/category/list', 'Homepage'],
    ['/category/list/', 'Homepage'],
    ['/category/movie', 'Movie'],
    ['/category/drama//', 'Drama'],
    ['/category/kids', 'Kids'],
    ['/category/varietyShow/', 'VarietyShow'],
    ['/category/rolling-category', 'RollingCategory'],
    ['/play', 'Play'],
    ['/play/', 'Play'],
    ['/PlayDrama/12', 'PlayDrama'],
  ])('%s is %s', (path, name) => {
    expect(findRoute(path)?.name).toBe(name)
  })

  test.each(['/', '/MovieIpMoble', '/category', '/PlayDrama/1/2', '/playdrama/1', '/category/list/x', '/%E0%A4%A'])(
    '%s is no screen',
    (path) => {
      expect(findRoute(path)).toBeUndefined()
      expect(routeAt(path).name).toBe('Homepage')
    },
  )

  test('SPEC 2: a screen hides what is said of its path, every other one shows header, footer and tabs', () => {
    const hidden = ROUTES.map((row) => [row.path, PARTS.filter((part) => !row[part])] as const)
    expect(Object.fromEntries(hidden.filter(([, parts]) => parts.length > 0))).toEqual(HIDES)
  })

  test('SPEC 2: the app-download strip stands on the seven pages named there', () => {
    const tabs = ['list', 'movie', 'drama', 'kids', 'varietyShow'].map((name) => `/category/${name}`)
    const pages = new Set([...tabs, '/special-sales', '/cinema'])
    const shown = ROUTES.filter(({ appStrip }) => appStrip).map(({ path }) => path)
    expect(shown.toSorted()).toEqual(
      ROUTES.map(({ path }) => path)
        .filter((path) => pages.has(path))
        .toSorted(),
    )
  })

  test('inside the app no screen has header, tabs, footer or app strip; elsewhere a row is as it is', () => {
    for (const row of ROUTES) {
      expect(routeInApp(row, true)).toMatchObject({ header: false, tabBar: false, footer: false, appStrip: false })
      expect(routeInApp(row, false)).toBe(row)
    }
  })

  test('the detail overlay opens everywhere but over the players', () => {
    expect(ROUTES.filter(({ overlay }) => !overlay).map(({ name }) => name)).toEqual([
      'Play',
      'PlayDrama',
      'PrivatePlay',
    ])
  })

  test('SPEC 4: entering or leaving players, login, registration and the rolling category is delayed, nothing else', () => {
    expect(ROUTES.filter(({ delayed }) => delayed).map(({ name }) => name)).toEqual([
      'RollingCategory',
      'Play',
      'PlayDrama',
      'Login',
      'Registration',
      'PrivatePlay',
    ])
  })

  test.each([
    ['zh_HK', zh, zhTitles],
    ['en_US', en, enTitles],
  ] as const)('every screen has its own page title in %s', (language, { site, tabs }, pageTitles) => {
    setAppName(BRAND, site.tagline)
    const screens = ROUTES.filter(({ name }) => !OTHER_ADDRESSES.has(name))
    const titles = screens.map(({ title }) =>
      formatPageTitle({ title: title ? { ...tabs, ...pageTitles }[title] : '', language }),
    )
    expect(new Set(titles).size).toBe(screens.length)
    expect(titles[0]).toBe(`${BRAND[language]} - ${site.tagline}`)
    for (const title of titles.slice(1)) expect(title).toMatch(new RegExp(`^\\S.* - ${BRAND[language]}$`, 'u'))
  })

  test('the page view’s name is one that the wire takes', () => {
    for (const { name } of ROUTES) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]{0,39}$/)
  })
})
