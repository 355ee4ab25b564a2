import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { consolePages as english } from '#text/en_US/console-pages.ts'
import { consoleShell as shellEn } from '#text/en_US/console-shell.ts'
import { consolePages as text } from '#text/zh_HK/console-pages.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consolePreview } from '#text/zh_HK/console-preview.ts'
import { consoleTitle } from '#text/zh_HK/console-title.ts'
import { preview as siteBar } from '#text/zh_HK/preview.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { eventually, hashOf, type Page, visit } from './support/world.ts'

const TEXTS = { zh_HK: text, en_US: english }

async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousViolations(page)).toEqual([])
}

const catalogueOperator = (name: string, language: Language = 'zh_HK') =>
  visitSignedIn('/', { name, roles: ['catalogue'], language })

async function activate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().focus()
  await page.keyboard.press('Enter')
}

/** Names what was just added, whose form is opened by its pencil. */
async function nameNew(page: Page, names: { zh: string; en: string }, label: string): Promise<void> {
  await activate(page, text.edit(text.unnamed))
  await page.getByRole('textbox', { name: `${label} ${text.languages.zh_HK}`, exact: true }).focus()
  await page.keyboard.type(names.zh)
  await page.keyboard.press('Tab')
  await page.keyboard.type(names.en)
  await activate(page, text.edit(names.zh))
}

/** Until the page of the tab is there, that of the tab before takes keys. */
async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: text.title }).getByRole('link', { name })
  await tab.focus()
  await page.keyboard.press('Enter')
  await tab.and(page.locator('[aria-current=page]')).waitFor()
}

async function publish(page: Page, language: Language = 'zh_HK'): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.locator('output[data-status=saved]').waitFor()
  await page.keyboard.press('Control+Enter')
  const button = page.getByRole('dialog').getByRole('button', { name: TEXTS[language].publish, exact: true })
  await eventually(() => button.isEnabled()).toBe(true)
  await page.keyboard.press('Control+Enter')
  await page.getByText(TEXTS[language].published).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const rowsOf = (page: Page, label: string) =>
  page.getByRole('list', { name: label, exact: true }).locator('> li strong').allTextContents()

test('a tab of one’s own is made, filled, moved, undone and merged by the keyboard, in both languages, and removed again', async () => {
  const { page, errors } = await catalogueOperator('Ada Lam')
  const unique = Date.now().toString(36)
  const [tab, first, second] = [`節${unique}`, `甲${unique}`, `乙${unique}`]
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await eventually(() => hashOf(page)).toBe('#/pages')
  await page.getByRole('heading', { name: text.lists }).waitFor()
  await expectAccessible(page)
  await openTab(page, text.sitePage)
  await activate(page, text.addTab)
  await nameNew(page, { zh: tab, en: `Fest ${unique}` }, text.fields.name)
  await publish(page)

  await openTab(page, tab)
  for (const [zh, en] of [
    [first, `First ${unique}`],
    [second, `Second ${unique}`],
  ] as const) {
    await activate(page, text.addList)
    await nameNew(page, { zh, en }, text.fields.title)
  }
  await publish(page)
  expect(await rowsOf(page, text.lists)).toEqual([first, second])

  const pencil = page.getByRole('button', { name: text.edit(second), exact: true })
  await pencil.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText(text.movedTo(second, 1, 2)).waitFor()
  expect(await pencil.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await rowsOf(page, text.lists)).toEqual([second, first])
  await expectAccessible(page)
  await publish(page)
  await activate(page, text.undo)
  await page.getByText(text.undone).waitFor()
  await eventually(() => rowsOf(page, text.lists)).toEqual([first, second])
  await page.reload()
  await eventually(() => rowsOf(page, text.lists)).toEqual([first, second])

  // A hidden tab is nowhere for viewers.
  const viewer = await visit({ path: '/#/' })
  await viewer.page.locator('header').waitFor()
  expect(await viewer.page.getByText(tab).count()).toBe(0)

  const ben = await catalogueOperator('Ben Ho', 'en_US')
  await ben.page.goto(`${ben.page.url().split('#')[0]}${hashOf(page)}`)
  const firstEn = `First ${unique}`
  await ben.page.getByRole('button', { name: english.edit(firstEn), exact: true }).focus()
  await ben.page.keyboard.press('Enter')
  await ben.page.getByRole('switch', { name: english.fields.showTopN }).focus()
  await ben.page.keyboard.press('Space')
  await expectAccessible(ben.page)
  await ben.page.keyboard.press('Control+s')
  await ben.page.locator('output[data-status=saved]').waitFor()

  await pencil.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await publish(page)
  await ben.page.keyboard.press('Control+Enter')
  await eventually(() => ben.page.getByRole('dialog').getByRole('button', { name: english.publish }).isEnabled()).toBe(
    true,
  )
  await ben.page.keyboard.press('Control+Enter')
  const merge = ben.page.getByRole('dialog', { name: english.conflictTitle })
  await merge.getByText(/Ada Lam/).waitFor()
  await expectAccessible(ben.page)
  await merge.getByRole('button', { name: shellEn.save }).click()
  await eventually(() => ben.page.getByRole('dialog').getByRole('button', { name: english.publish }).isEnabled()).toBe(
    true,
  )
  await ben.page.keyboard.press('Control+Enter')
  await ben.page.getByText(english.published).waitFor()
  await page.reload()
  await eventually(() => rowsOf(page, text.lists)).toEqual([second, first])
  await page.getByText(text.ranked).waitFor()

  await activate(page, text.history)
  await page
    .getByRole('dialog', { name: text.history })
    .getByText(text.changeOf.categories.moved(second))
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const name of [first, second]) await activate(page, text.remove(name))
  await publish(page)
  await openTab(page, text.sitePage)
  for (const name of [first, second, tab]) await activate(page, text.remove(name))
  await publish(page)
  await page.getByRole('link', { name: tab }).waitFor({ state: 'detached' })
  for (const visitor of [{ errors }, ben]) expect(visitor.errors).toEqual([])
})

/** As `datetime-local` takes it, in Hong Kong. */
const typedIn = (hours: number): string =>
  Temporal.Now.zonedDateTimeISO('Asia/Hong_Kong').add({ hours }).toPlainDateTime().toString({ smallestUnit: 'minute' })

test('tomorrow’s home is seen in the preview, by the keyboard, before anybody else sees it', async () => {
  const { page, errors } = await catalogueOperator('Cy Ng')
  const unique = Date.now().toString(36)
  const heading = `明日列${unique}`
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('list', { name: text.lists, exact: true }).waitFor()
  const [before = '', second = ''] = await rowsOf(page, text.lists)
  const handles = page.getByRole('list', { name: text.lists, exact: true }).locator('> li > div > [data-movable]')
  await handles.nth(1).dragTo(handles.nth(0), { targetPosition: { x: 5, y: 2 } })
  await page.getByText(text.movedTo(second, 1, await handles.count())).waitFor()
  expect((await rowsOf(page, text.lists)).slice(0, 2)).toEqual([second, before])
  await activate(page, text.edit(before))
  await page.getByRole('textbox', { name: `${text.fields.title} ${text.languages.zh_HK}`, exact: true }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(heading)
  await page.keyboard.press('Control+Shift+Enter')
  const frame = page.frameLocator('iframe')
  await frame.getByText(siteBar.pages(['首頁'])).waitFor()
  await frame.getByText(heading).first().waitFor({ state: 'attached' })
  const tomorrow = typedIn(24)
  await page.getByRole('dialog').getByLabel(consolePreview.at).fill(tomorrow)
  await frame.getByText(tomorrow.slice(-5)).waitFor()
  await frame.getByText(heading).first().waitFor({ state: 'attached' })
  await expectAccessible(page)

  const viewer = await visit({ path: '/#/' })
  await viewer.page.getByText(before).first().waitFor({ state: 'attached' })
  expect(await viewer.page.getByText(heading).count()).toBe(0)

  await page.getByRole('dialog').getByRole('button', { name: consoleShell.close }).focus()
  await page.keyboard.press('Enter')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await activate(page, text.drop.label)
  await page.getByRole('dialog').getByRole('button', { name: text.drop.label, exact: true }).click()
  await page.getByText(text.drop.done).waitFor()
  expect(errors).toEqual([])
})

test('a page’s publication is planned, told, and removed again; two windows of one operator choose between their drafts', async () => {
  const { page, errors } = await catalogueOperator('Dee Ma')
  await page.goto(`${page.url().split('#')[0]}#/pages/5`)
  await activate(page, text.addList)
  await nameNew(page, { zh: '排期列', en: 'Planned row' }, text.fields.title)
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(consoleTitle.publishing.planned).click()
  await dialog.getByLabel(consoleTitle.publishing.at).fill(typedIn(48))
  await expectAccessible(page)
  const submit = dialog.getByRole('button', { name: consoleTitle.publishing.submitPlan, exact: true })
  await eventually(() => submit.isEnabled()).toBe(true)
  await submit.click()
  await page.getByRole('button', { name: consoleTitle.unplan }).waitFor()
  await expectAccessible(page)
  await activate(page, consoleTitle.unplan)
  await page.getByText(consoleTitle.unplannedOnly).waitFor()

  const other = await page.context().newPage()
  await other.goto(page.url())
  await activate(other, text.remove('排期列'))
  await other.keyboard.press('Control+s')
  await other.locator('output[data-status=saved]').waitFor()
  await activate(page, text.edit('排期列'))
  await page.getByRole('switch', { name: text.fields.showTopN }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+s')
  await page.getByText(consoleTitle.overtaken.notice).waitFor()
  await expectAccessible(page)
  await activate(page, consoleTitle.overtaken.choose)
  await page.getByRole('dialog', { name: consoleTitle.overtaken.title }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: consoleShell.conflict.discard }).click()
  await page.getByText(consoleTitle.overtaken.taken).waitFor()
  expect(await rowsOf(page, text.lists)).not.toContain('排期列')
  if ((await page.getByRole('button', { name: text.drop.label, exact: true }).count()) > 0) {
    await activate(page, text.drop.label)
    await page.getByRole('dialog').getByRole('button', { name: text.drop.label, exact: true }).click()
  }
  expect(errors).toEqual([])
})
