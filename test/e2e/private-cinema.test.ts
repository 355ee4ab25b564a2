import { expect, test } from 'vitest'
import { payments } from '#text/zh_HK/payments.ts'
import { screenings } from '#text/zh_HK/screenings.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, profilesOf, register } from './support/members.ts'
import { finishPayment } from './support/paying.ts'
import { codeDialog, typeCode } from './support/profile-pages.ts'
import { currentTimeOf, playerVideo } from './support/playing.ts'
import {
  begin,
  bothPaused,
  buyWithCredits,
  driftOf,
  enter,
  joinAsGuest,
  openAsBuyer,
  payWithCredits,
  privatePath,
  putOnSale,
  screeningsOf,
  slotOf,
} from './support/private-cinema.ts'
import { eventually, hashOf, queryOf, visit, world } from './support/world.ts'

const { buy, room, join, together } = screenings

test('a screening is bought with credits and watched in step with a guest: play, pause and seek are followed', async () => {
  // The demo's packaged film: half a minute.
  const slotId = await putOnSale('tram')
  const list = await openAsBuyer(paths.privateCinema({ slotId }))
  const buyButton = list.page.getByRole('region', { name: buy.title }).getByRole('button', { name: /20 點/u })
  await buyButton.waitFor()
  // It stays above the fold, below which the ways to pay go on.
  const box = await buyButton.boundingBox()
  expect(box!.y + box!.height).toBeLessThanOrEqual(list.page.viewportSize()!.height)
  const host = await buyWithCredits(slotId, list.member)
  expect(queryOf(host.page).get('screeningId')).toBe(host.screeningId)

  const calls: string[] = []
  const guest = await joinAsGuest(host.guestURL, { calls })
  expect(queryOf(guest.page).has('guest')).toBe(false)
  await guest.page.getByText(together.begin.guest).waitFor()
  await enter(host.page)
  await host.page.getByText(together.begin.here('海棠')).waitFor()
  await begin(host.page)
  await bothPaused(host.page, guest.page, false)
  await eventually(() => currentTimeOf(guest.page)).toBeGreaterThan(1)
  await eventually(() => driftOf(host.page, guest.page)).toBeLessThan(0.5)

  await host.page.keyboard.press('k')
  await bothPaused(host.page, guest.page, true)
  await eventually(() => driftOf(host.page, guest.page)).toBeLessThan(0.2)
  expect(await guest.page.getByRole('button', { name: together.locked }).first().isDisabled()).toBe(true)

  await host.page.keyboard.press('5')
  await eventually(() => currentTimeOf(guest.page)).toBeCloseTo(await currentTimeOf(host.page), 0)
  await host.page.keyboard.press('k')
  await bothPaused(host.page, guest.page, false)
  await eventually(() => driftOf(host.page, guest.page)).toBeLessThan(0.5)

  // The guest's token is in no address.
  const token = await guest.page.evaluate(() => localStorage.getItem('harbour.guestSeats') ?? '')
  const secret = /[\w-]{43}/u.exec(token)?.[0]
  expect(secret).toBeDefined()
  expect(calls.filter((url) => url.includes(secret!))).toEqual([])
  expect([...host.errors, ...guest.errors]).toEqual([])
})

test.runIf(isFull)('the host is told at once that a guest has left by Back, and who is here is counted', async () => {
  const host = await buyWithCredits(await putOnSale(world.film.programId))
  const guest = await joinAsGuest(host.guestURL, { name: '小明' })
  await enter(host.page)
  const panel = host.page.getByRole('complementary', { name: together.title })
  await panel.getByRole('heading', { name: together.people('2') }).waitFor()
  await guest.page.goBack()
  await host.page.getByText(together.left('小明')).waitFor()
  await panel.getByRole('listitem').filter({ hasText: '小明' }).getByText(together.gone).waitFor()
  await panel.getByRole('heading', { name: together.people('1') }).waitFor()
})

test('a host that removes a guest ends what the guest watches, and the link', async () => {
  const slotId = await putOnSale(world.film.programId)
  const host = await buyWithCredits(slotId)
  const guest = await joinAsGuest(host.guestURL, { name: '阿朗' })
  await host.page.getByRole('button', { name: room.remove('阿朗') }).click()
  await host.page.getByRole('dialog').getByRole('button', { name: room.removeAction }).click()
  await guest.page.getByText(together.removed).waitFor()
  await eventually(() => playerVideo(guest.page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  const late = await visit({ path: host.guestURL, language: 'zh_HK' })
  await late.page.getByText(join.goneTitle).waitFor()
})

test.runIf(isFull)(
  'a screening is paid to a provider, and the result leads to it; what is declined is not bought',
  async () => {
    const slotId = await putOnSale(world.film.programId)
    const member = await register('陳子晴')
    await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page } = await openAsBuyer(paths.payCinema(slotId), member)
    const pay = async (choice: 'approve' | 'decline') => {
      await page.getByRole('radio', { name: new RegExp(payments.providers.paypal, 'u') }).press('Space')
      await page.getByRole('button', { name: new RegExp(`^${buy.payMoney}`) }).click()
      await finishPayment({ member, page, kind: 'paypal', choice, text: payments })
    }
    await pay('decline')
    expect(await screeningsOf(member)).toEqual([])
    await eventually(async () => (await slotOf(slotId))?.available).toBe(30)
    await page.goto(`${world.url}/${paths.payCinema(slotId)}`)
    // Without credits the ways on are shown.
    await page.getByText(buy.creditsShort('0', '20')).waitFor()
    await pay('approve')
    const toScreening = page.getByRole('link', { name: payments.result.toBought.cinema })
    await eventually(() => toScreening.getAttribute('href')).toContain('screeningId=')
    await toScreening.click()
    await page.getByRole('link', { name: room.play }).waitFor()
    expect(hashOf(page)).toContain(privatePath)
    expect((await slotOf(slotId))?.available).toBe(27)
  },
)

const DAY_MINUTES = 24 * 60
test.each(isFull ? [20, -20, -40 * DAY_MINUTES, 40 * DAY_MINUTES] : [20])(
  'a screening is bought in a browser whose clock is %i minutes ahead: the price is kept for ten minutes and does not jump',
  async (minutes) => {
    const slotId = await putOnSale(world.film.programId)
    const shift = (ms: number) => {
      const RealDate = Date
      const now = () => RealDate.now() + ms
      // The constructor takes more forms than its type can say.
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, given: []) => (given.length > 0 ? new target(...given) : new target(now())),
        get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
      })
    }
    const quotes: string[] = []
    const visited = await openAsBuyer(paths.payCinema(slotId), undefined, async (page) => {
      page.on('request', (request) => request.url().includes('/privateCinema/quote') && quotes.push(request.url()))
      await page.addInitScript(shift, minutes * 60_000)
    })
    const { page, errors } = visited
    const timer = page.getByRole('timer')
    await timer.filter({ hasText: /(?:10:00|09:[345]\d)$/u }).waitFor()
    const ahead = (await page.evaluate(() => Date.now())) - Date.now()
    expect(Math.abs(ahead - minutes * 60_000)).toBeLessThan(30_000)
    const asked = quotes.length
    const before = await timer.textContent()
    await page.waitForTimeout(4_000)
    expect(await timer.textContent()).not.toBe(before)
    expect(quotes).toHaveLength(asked)
    await payWithCredits(visited, slotId)
    expect(errors).toEqual([])
  },
)

test('class III is bought with the parental code; its guests log in, and a child sees no private cinema', async () => {
  const slotId = await putOnSale(world.adult.programId)
  const { page, member } = await openAsBuyer(paths.payCinema(slotId))
  await page.getByRole('button', { name: buy.parentalAction }).click()
  await codeDialog(page).waitFor()
  await typeCode(page, member.parentalCode)
  await page.getByRole('button', { name: new RegExp(`^${buy.payCredits('20')}`) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: buy.payCredits('20') })
    .click()
  await page.getByText(room.bought).waitFor()
  const own = (await screeningsOf(member)).find((one) => one.slotId === slotId)!
  const guest = await visit({ path: own.guestURL!, language: 'zh_HK' })
  await guest.page.getByRole('link', { name: join.logIn }).click()
  await eventually(() => hashOf(guest.page)).toContain(PATHS.login)
  const kids = await visit({ path: `/#${PATHS.privateCinema}`, kids: true })
  await eventually(() => hashOf(kids.page)).toBe(`#${PATHS.kids}`)
})
