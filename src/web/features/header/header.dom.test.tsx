import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { getSubscriptionButton } from '#contract/plans.ts'
import { profileList } from '#contract/profiles.ts'
import { accountMenu } from '#text/zh_HK/account-menu.ts'
import { site } from '#text/zh_HK/viewer.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { readSession, startSession, storeProfile } from '#web/viewer/session/session.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { Header } from './header.tsx'
import { MenuDrawer } from './menu-drawer.tsx'

const OWNER = { profileId: 'p1', name: '陳大文', avatar: '', childrenModel: false, deletable: false }
const CHILD = { profileId: 'p2', name: '小寶', avatar: '', childrenModel: true, deletable: true }
const TABS = [{ id: '1', name: '首頁', href: '#/category/list', current: true }]

/** The answer to `userProfile`. */
const accountWith = (pointsMonthly: number, contractStatus = 'disabled') => ({
  profile: { partner: 'anyplex', pointsMonthly, pointsRecharge: 0, tickets: 0, quality: 'save', contractStatus },
})
const SUBSCRIBE = { text: '訂閱通行證', action: 'subscribe', visible: true }

const renderHeader = ({
  profiles = [OWNER],
  account = accountWith(60),
  button = SUBSCRIBE,
}: { profiles?: object[]; account?: object; button?: object } = {}) =>
  renderWeb(<Header tabs={TABS} showTabs overArt={false} kidsMode={false} homePath="/category/list" place="here" />, {
    reads: [
      [profileList, { data: { profiles } }],
      [userProfile, account],
      [getSubscriptionButton, { button }],
    ],
  })

const logIn = () =>
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' })

/** As on a phone: the query for its width matches. */
const onPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) => ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
    )

// The chunks of the drawer are loaded before the first test.
beforeAll(async () => {
  logIn()
  const { unmount } = await renderWeb(<MenuDrawer tabs={TABS} onClose={() => {}} />)
  await screen.findByText(accountMenu.manage)
  unmount()
})
beforeEach(() => {
  // The simulated DOM has no layout: every element counts as shown.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList)
})
afterEach(() => vi.restoreAllMocks())

describe('on a phone, the account button of a member', () => {
  beforeEach(() => {
    logIn()
    onPhone()
  })

  test('opens the account’s menu with its heading focused, and gets the focus back', async () => {
    const { user } = await renderHeader()
    const button = await screen.findByRole('button', { name: accountMenu.label })
    await user.click(button)
    const dialog = await screen.findByRole('dialog', { name: site.account })
    expect(document.activeElement).toBe(within(dialog).getByRole('heading', { name: site.account }))
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await within(dialog).findByText(accountMenu.manage)
    const links = within(dialog)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    expect(links.indexOf(accountMenu.manage)).toBeLessThan(links.indexOf('首頁'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  test('gets the focus back also where a click does not focus it, as in Safari', async () => {
    const { user } = await renderHeader()
    const button = await screen.findByRole('button', { name: accountMenu.label })
    button.addEventListener('mousedown', (event) => event.preventDefault())
    await user.click(button)
    await screen.findByRole('dialog', { name: site.account })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})

test('the account button has the first character of a profile whose picture cannot be shown', async () => {
  logIn()
  storeProfile(OWNER)
  await renderHeader()
  const button = await screen.findByRole('button', { name: accountMenu.open('陳大文') })
  expect(button.textContent).toBe('陳')
})

describe('the drawer leads to kids mode', () => {
  const openMenu = async (profiles?: object[]) => {
    const { user } = await renderHeader({ ...(profiles && { profiles }) })
    await user.click(screen.getByRole('button', { name: site.openMenu }))
    return { user, dialog: await screen.findByRole('dialog', { name: site.menu }) }
  }

  test('of a visitor', async () => {
    const { user, dialog } = await openMenu()
    await user.click(within(dialog).getByRole('button', { name: site.kids.label }))
    expect(readSession().pattern).toBe('children')
  })

  test('of a member without a kids profile, by the form for one', async () => {
    logIn()
    const { dialog } = await openMenu()
    const link = await within(dialog).findByRole('link', { name: site.kids.label })
    expect(link.getAttribute('href')).toBe(paths.newKidsProfile())
  })

  test('of a member with one, by that profile', async () => {
    logIn()
    const { dialog } = await openMenu([OWNER, CHILD])
    await within(dialog).findByRole('button', { name: /小寶/ })
    expect(within(dialog).queryByRole('link', { name: site.kids.label })).toBeNull()
  })
})

describe('the way to the plans', () => {
  const openMenu = async (given: { account?: object; button?: object } = {}) => {
    const { user } = await renderHeader(given)
    await user.click(screen.getByRole('button', { name: site.openMenu }))
    return within(await screen.findByRole('dialog', { name: site.menu }))
  }
  const link = { name: SUBSCRIBE.text }

  test('is in a visitor’s menu, in the server’s words', async () => {
    const menu = await openMenu()
    expect((await menu.findByRole('link', link)).getAttribute('href')).toBe(paths.monthlyFee())
  })

  test('is in the menu of a member without a plan', async () => {
    logIn()
    const menu = await openMenu()
    expect((await menu.findByRole('link', link)).getAttribute('href')).toBe(paths.monthlyFee())
  })

  test.each([
    ['whose plan the account knows', { account: accountWith(60, 'enabled') }],
    ['to whom the server hides it', { button: { ...SUBSCRIBE, visible: false } }],
  ])('is hidden from a member %s', async (_, given) => {
    logIn()
    const menu = await openMenu(given)
    await menu.findByText(accountMenu.credits)
    expect(menu.queryByRole('link', link)).toBeNull()
  })

  test('is the way to the plan for a member who has one', async () => {
    logIn()
    const menu = await openMenu({ account: accountWith(60, 'enabled') })
    expect((await menu.findByRole('link', { name: accountMenu.plan })).getAttribute('href')).toBe(paths.setupPlan())
  })

  test('is not that for a member without', async () => {
    logIn()
    const menu = await openMenu()
    await menu.findByRole('link', link)
    expect(menu.queryByRole('link', { name: accountMenu.plan })).toBeNull()
  })
})

test.each([60, 0])('a balance of %i is told in the header, and in the menu', async (credits) => {
  logIn()
  const { user } = await renderHeader({ account: accountWith(credits) })
  const chip = await screen.findByText(accountMenu.creditsLeft(String(credits)))
  expect(chip.closest('a')?.getAttribute('href')).toBe(paths.setupWallet())
  await user.click(screen.getByRole('button', { name: site.openMenu }))
  const menu = within(await screen.findByRole('dialog', { name: site.menu }))
  const row = (await menu.findByText(accountMenu.credits)).closest('a')!
  expect(within(row).getByText(String(credits))).toBeTruthy()
})

describe('SPEC 6: the way to redeem a code', () => {
  const openMenu = async () => {
    const { user } = await renderHeader()
    await user.click(screen.getByRole('button', { name: site.openMenu }))
    await screen.findByRole('dialog')
  }

  test('is in a visitor’s menu', async () => {
    await openMenu()
    const way = await screen.findByRole('link', { name: accountMenu.redeem })
    expect(way.getAttribute('href')).toBe(paths.redeem())
  })

  test.each(['enabled', 'disabled'])('is not in a member’s, with the plan %s', async (contractStatus) => {
    logIn()
    const { user } = await renderHeader({ account: accountWith(60, contractStatus) })
    await user.click(screen.getByRole('button', { name: site.openMenu }))
    await screen.findByText(accountMenu.manage)
    expect(screen.queryByRole('link', { name: accountMenu.redeem })).toBeNull()
  })
})

test('a telecom partner’s member has vouchers and tickets in the header, and no credits', async () => {
  logIn()
  const { user } = await renderHeader({
    account: { profile: { ...accountWith(0).profile, partner: 'hgc', tickets: 4 } },
  })
  const chip = await screen.findByText(accountMenu.ticketsLeft('4'))
  expect(chip.closest('a')?.getAttribute('href')).toBe(paths.setup())
  await user.click(screen.getByRole('button', { name: site.openMenu }))
  const menu = within(await screen.findByRole('dialog', { name: site.menu }))
  expect(await menu.findByText(accountMenu.tickets)).toBeTruthy()
  expect(menu.queryByText(accountMenu.credits)).toBeNull()
})
