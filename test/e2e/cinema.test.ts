import { expect, test } from 'vitest'
import { cinema as en } from '#text/en_US/cinema.ts'
import { cinema as text } from '#text/zh_HK/cinema.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { cinemaTicketsOf, filmsOf, memberWithCinemaTickets, seatsOf, showtimesTomorrow } from './support/cinema.ts'
import { chooseProfile, profilesOf, register } from './support/members.ts'
import { goTo, registerWithKidsProfile, visitAs, waitForKidsHome } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, queryOf, visit } from './support/world.ts'

const PATH = `/#${PATHS.cinema}`
const cinemas = (page: Page) => page.locator('main h3')

/** A showtime's button. */
const chips = (page: Page) => page.locator('main button[data-state]')
const days = (page: Page) => page.getByRole('list', { name: text.days })
const showtimeDialog = (page: Page, title = text.dialog.title) => page.getByRole('dialog', { name: title })

test('a visitor browses films, days and districts of Hong Kong and Macau; the address keeps it, and Back returns', async () => {
  const [first, second] = await filmsOf('showing')
  const { page, errors } = await visit({ path: PATH })
  await page.getByRole('heading', { level: 2, name: first!.title, exact: true }).waitFor()
  // The day after today: nothing of it has begun.
  const day = days(page).getByRole('button').nth(1)
  await day.click()
  await eventually(() => day.getAttribute('aria-pressed')).toBe('true')
  await cinemas(page).first().waitFor()
  await page.getByRole('button', { name: text.areas.MO, exact: true }).click()
  await eventually(() => cinemas(page).allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining('龍環大戲院')]),
  )
  await eventually(() => cinemas(page).filter({ hasText: '海旁影院' }).count()).toBe(0)
  await page.getByRole('combobox').selectOption({ label: '路環' })
  await eventually(() => cinemas(page).count()).toBe(1)
  const before = hashOf(page)
  expect(queryOf(page).get('area')).toBe('coloane')
  await page.getByRole('button', { name: second!.title, exact: true }).click()
  await page.getByRole('heading', { level: 2, name: second!.title, exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: first!.title, exact: true }).waitFor()
  expect(hashOf(page)).toBe(before)
  await page.reload()
  await eventually(() => cinemas(page).allTextContents()).toEqual([expect.stringContaining('船廠影院')])
  await eventually(() => day.getAttribute('aria-pressed')).toBe('true')

  // A showtime says where its seats are sold, in a dialog that Back closes.
  await page.getByRole('button', { name: text.areas.all, exact: true }).click()
  await eventually(() => cinemas(page).count()).toBeGreaterThan(1)
  const last = chips(page).and(page.locator(':enabled')).last()
  await last.click()
  await eventually(() => last.getAttribute('aria-pressed')).toBe('true')
  await last.click()
  await showtimeDialog(page).getByText(text.dialog.counter).waitFor()
  expect(await showtimeDialog(page).getByRole('button', { name: text.dialog.redeem }).count()).toBe(0)
  await page.goBack()
  await showtimeDialog(page).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('a telecom partner’s member uses a cinema ticket for a seat, sees its code, and finds it in the account', async () => {
  const member = await memberWithCinemaTickets(2)
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const [film] = await filmsOf('showing')
  const { date, list } = await showtimesTomorrow(film!.programId)
  const shown = list.flatMap(({ name, showtimes }) => showtimes.map((showtime) => ({ name, ...showtime })))
  const { name, showtimeId, startsAt } = shown.findLast(
    ({ state, ticketSeats }) => state === 'open' && ticketSeats > 0,
  )!
  const time = new Date(startsAt).toLocaleTimeString('en-GB', { timeZone: 'Asia/Hong_Kong', timeStyle: 'short' })
  const { page, errors } = await visitAs(member, { path: `${PATH}?film=${film!.programId}&date=${date}`, profile })

  await page.getByText(text.ticket.count('2')).first().waitFor()
  const chip = page.getByRole('list', { name }).getByRole('button', { name: new RegExp(`^${time}`, 'u') })
  await chip.click()
  await eventually(() => chip.getAttribute('aria-pressed')).toBe('true')
  expect(queryOf(page).get('showtime')).toBe(showtimeId)
  await chip.click()
  await showtimeDialog(page).getByRole('button', { name: text.dialog.redeem }).click()
  const confirming = showtimeDialog(page, text.dialog.confirmTitle)
  await confirming.getByText(text.dialog.balanceChange('2', '1')).waitFor()
  expect(await cinemaTicketsOf(member)).toBe(2)
  await confirming.getByRole('button', { name: text.dialog.confirm }).click()
  const done = showtimeDialog(page, text.dialog.doneTitle)
  const code = await done.locator('[data-code]').getAttribute('data-code')
  expect(await cinemaTicketsOf(member)).toBe(1)
  expect(await seatsOf(member)).toMatchObject([{ ticketCode: code, state: 'valid' }])

  await done.getByRole('link', { name: text.dialog.toTickets }).click()
  await page.getByRole('heading', { level: 1, name: text.tickets.title }).waitFor()
  await page.locator(`[data-code="${code}"]`).waitFor()
  expect(errors).toEqual([])
})

test.runIf(isFull)('on a phone in English a member asks to be told of a coming film, and takes it back', async () => {
  const member = await register('陳子晴')
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { programId } = (await filmsOf('coming')).find(({ hasShowtimes }) => !hasShowtimes)!
  const path = `${PATH}?status=coming&film=${programId}`
  const { page, errors } = await visitAs(member, { path, profile, language: 'en_US', size: 'phone' })
  await page.getByText(en.notYet).waitFor()
  const [title] = await page.locator('main h2').allTextContents()
  await page.getByRole('button', { name: en.notifyOf(title!) }).click()
  await page.getByText(en.toastNotify).waitFor()
  await page.reload()
  await page.getByRole('button', { name: en.notifiedOf(title!) }).click()
  await page.getByText(en.toastNotNotify).waitFor()
  await page.getByRole('button', { name: en.notifyOf(title!) }).waitFor()
  expect(errors).toEqual([])
})

test('a visitor who wants to be told logs in first; a child sees no cinema', async () => {
  const [soon] = await filmsOf('coming')
  const { page } = await visit({ path: `${PATH}?status=coming&film=${soon!.programId}` })
  await page.getByRole('button', { name: text.notifyOf(soon!.title) }).click()
  await page.getByRole('dialog').getByRole('button', { name: '登入' }).waitFor()
  const { member, profile } = await registerWithKidsProfile()
  const child = await visitAs(member, { path: PATH, profile })
  await waitForKidsHome(child.page)
  await goTo(child.page, PATHS.cinema)
  await waitForKidsHome(child.page)
})
