import { expect, test } from 'vitest'
import { consoleCampaigns as campaigns } from '#text/zh_HK/console-campaigns.ts'
import { consoleCinema as cinema } from '#text/zh_HK/console-cinema.ts'
import { consoleContent as content } from '#text/zh_HK/console-content.ts'
import { consoleSales as sales } from '#text/zh_HK/console-sales.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { eventually, hashOf, type Page } from './support/world.ts'

/** What is refused answers 400, which a browser notes. */
const faults = (errors: readonly string[]) => errors.filter((error) => !/400 \(Bad Request\)/.test(error))

const catalogueOperator = (name: string) => visitSignedIn('/', { name, roles: ['catalogue'] })

const dialog = (page: Page) => page.getByRole('dialog').last()

async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const key of names) await page.keyboard.press(key)
}

/** Of the dialog that is open. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await dialog(page)
    .getByLabel(new RegExp(`^${label}`))
    .first()
    .focus()
  await keys(page, 'Control+a')
  await page.keyboard.type(text)
}

const typeBoth = async (page: Page, label: string, text: string) => {
  for (const language of Object.values(content.languages)) await type(page, `${label} ${language}`, text)
}

const choose = (page: Page, label: string, option: string) =>
  dialog(page)
    .getByLabel(new RegExp(`^${label}`))
    .first()
    .selectOption({ label: option })

async function activate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().focus()
  await keys(page, 'Enter')
}

async function saved(page: Page): Promise<void> {
  await keys(page, 'Control+s')
  await page.getByText(content.saved).last().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function view(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).focus()
  await keys(page, 'Space')
}

test('a cinema, its film and showtimes are made by the keyboard; a day is copied, and a showtime withdrawn', async () => {
  const { page, errors } = await catalogueOperator('Ada Lam')
  const name = `夜海 ${Date.now().toString(36)}`
  await keys(page, 'g', 'm')
  await page.getByRole('heading', { name: shell.screens.cinema, level: 1 }).waitFor()
  await view(page, cinema.views.cinemas)
  await activate(page, cinema.add.cinemas)
  await typeBoth(page, cinema.cinema.labels.name, name)
  await typeBoth(page, cinema.cinema.labels.district, '氹仔')
  await typeBoth(page, cinema.cinema.labels.address, '官也街 1 號')
  await choose(page, cinema.cinema.labels.region, '澳門')
  expect(await seriousViolations(page)).toEqual([])
  await saved(page)

  await view(page, cinema.views.films)
  await activate(page, cinema.add.films)
  await typeBoth(page, cinema.film.labels.title, name)
  await dialog(page).getByLabel(cinema.film.labels.releaseOn).fill('2027-12-31')
  await choose(page, cinema.film.labels.restriction, 'IIA')
  await type(page, cinema.film.labels.minutes, '90')
  await dialog(page).getByRole('checkbox').first().focus()
  await keys(page, 'Space')
  await saved(page)

  await page.goto(`${page.url().split('#')[0]}#/cinema?day=2028-01-03`)
  await activate(page, cinema.add.showtimes)
  await choose(page, cinema.showtime.labels.filmId, name)
  await choose(page, cinema.showtime.labels.cinemaId, name)
  await type(page, cinema.showtime.labels.price, '95.55')
  await keys(page, 'Control+s')
  await dialog(page).getByText('金額須為 HK$0.10 的倍數。').waitFor()
  await type(page, cinema.showtime.labels.price, '95.5')
  await saved(page)
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  expect(await seriousViolations(page)).toEqual([])

  await activate(page, cinema.copy.label)
  await dialog(page).getByText(cinema.copy.adds(1)).waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await activate(page, cinema.copy.submit(1))
  await eventually(() => hashOf(page)).toBe('#/cinema?day=2028-01-04')
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()

  await page.getByRole('button', { name: new RegExp(`19:30 ${name}`) }).focus()
  await keys(page, 'Enter')
  await activate(page, content.withdraw)
  await dialog(page).getByText(cinema.withdrawShowtime(0)).waitFor()
  await activate(page, content.withdraw)
  await page.getByRole('row', { name: new RegExp(content.states.withdrawn) }).waitFor()
  await page.reload()
  await page.getByRole('row', { name: new RegExp(content.states.withdrawn) }).waitFor()
  expect(faults(errors)).toEqual([])
})

test('units that arrive are added, lockers are imported after a dry run, and a campaign page is built block by block', async () => {
  const { page, errors } = await catalogueOperator('Ben Ho')
  const unique = Date.now().toString(36).toUpperCase()
  await keys(page, 'g', 'd')
  await view(page, sales.views.sales)
  await activate(page, sales.add.sales)
  await typeBoth(page, sales.sale.labels.title, `特賣 ${unique}`)
  // No viewer sees it.
  await dialog(page).getByLabel(sales.sale.labels.startsAt).fill('2028-01-01T10:00')
  await dialog(page).getByLabel(sales.sale.labels.endsAt).fill('2028-01-31T23:59')
  await saved(page)
  await view(page, sales.views.goods)
  await activate(page, sales.add.goods)
  await typeBoth(page, sales.goods.labels.name, `影碟 ${unique}`)
  await choose(page, sales.goods.labels.saleId, `特賣 ${unique}`)
  await type(page, sales.goods.labels.price, '128')
  await type(page, sales.goods.labels.supplied, '5')
  await dialog(page).getByRole('combobox', { name: content.findTitle }).focus()
  await page.keyboard.type('夜渡')
  await dialog(page).getByRole('option', { name: /夜渡/ }).first().waitFor()
  await keys(page, 'Enter')
  await saved(page)
  await activate(page, sales.addStock.of(`影碟 ${unique}`))
  await page.keyboard.type('+20')
  expect(await seriousViolations(page)).toEqual([])
  await keys(page, 'Enter')
  await page.getByText(sales.addStock.done(25, 25)).waitFor()

  await view(page, sales.views.lockers)
  await activate(page, sales.importTable.lockers)
  const columns = 'lockerCode,region,district.zh_HK,district.en_US,address.zh_HK,address.en_US'
  const field = dialog(page).getByLabel(content.table.label, { exact: true })
  await field.fill(`${columns}\nX-${unique},XX,東,East,一號,One`)
  await dialog(page).getByText(content.table.wrong(1)).waitFor()
  await field.fill(`${columns}\nX-${unique},MO,東,East,一號,One`)
  await dialog(page)
    .getByText(content.table.outcome(1, 0, 0))
    .waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await activate(page, content.table.submit)
  await page.getByRole('row', { name: new RegExp(`X-${unique}`) }).waitFor()

  await keys(page, 'g', 'c')
  await page.getByRole('link', { name: campaigns.add }).first().focus()
  await keys(page, 'Enter')
  const box = (label: string) => page.getByLabel(new RegExp(`^${label}`)).first()
  await box(campaigns.page.labels.codeName).focus()
  await page.keyboard.type(`C_${unique}`)
  for (const language of Object.values(content.languages)) {
    await box(`${campaigns.page.labels.title} ${language}`).focus()
    await page.keyboard.type(`活動 ${unique}`)
  }
  await activate(page, campaigns.kinds.text)
  await activate(page, campaigns.kinds.code)
  await keys(page, 'Control+s')
  await page
    .getByRole('alert')
    .getByText(/須更正/)
    .waitFor()
  const items = page.getByRole('list', { name: campaigns.blocks }).getByRole('listitem')
  for (const language of Object.values(content.languages)) {
    for (const item of [items.nth(0), items.nth(1)]) {
      await item.getByLabel(new RegExp(`^${campaigns.block.labels.title} ${language}`)).focus()
      await page.keyboard.type('第一')
    }
  }
  await items.nth(1).getByRole('button').first().focus()
  await keys(page, 'Alt+ArrowUp')
  await eventually(() => items.nth(0).getByRole('button').first().innerText()).toContain(campaigns.kinds.code)
  expect(await seriousViolations(page)).toEqual([])
  await keys(page, 'Control+s')
  await page.getByText(content.saved).waitFor()
  await eventually(() => hashOf(page)).toBe(`#/campaigns/C_${unique}`)
  await page.reload()
  await eventually(() => items.nth(0).getByRole('button').first().innerText()).toContain(campaigns.kinds.code)
  expect(faults(errors)).toEqual([])
})
