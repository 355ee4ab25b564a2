import { LANGUAGES, type Language } from '#contract/languages.ts'
import { consoleOperators as operatorsEn } from '#text/en_US/console-operators.ts'
import { consoleSettings as settingsEn } from '#text/en_US/console-settings.ts'
import { consoleOperators as operatorsZh } from '#text/zh_HK/console-operators.ts'
import { consoleSettings as settingsZh } from '#text/zh_HK/console-settings.ts'
import {
  type ConsoleOperator,
  createOperator,
  inviteByApi,
  saveRefused,
  setCredentials,
  signIn,
  uniqueEmail,
  visitConsole,
} from '../e2e/support/console.ts'
import { completed, declareFont, PICTURE_OPTIONS, settled, unchanged } from '../e2e/support/pictures.ts'
import { type Page, world } from '../e2e/support/world.ts'
import type { Picture } from './contact-sheet.ts'
import { type Studio, take } from './take.ts'

const WIDTHS = [1440, 820, 390]
const SETTINGS = { zh_HK: settingsZh, en_US: settingsEn }
const OPERATORS = { zh_HK: operatorsZh, en_US: operatorsEn }

interface View {
  name: string
  address: string
  act?: (page: Page, language: Language) => Promise<unknown>
}

const VIEWS: readonly View[] = [
  { name: 'console-home', address: '/' },
  { name: 'console-approvals', address: '/approvals' },
  { name: 'console-operators', address: '/operators' },
  {
    name: 'console-operator',
    address: '/operators',
    act: (page) => page.locator('[data-row]').first().click(),
  },
  {
    name: 'console-invite',
    address: '/operators',
    act: (page, language) => page.getByRole('button', { name: OPERATORS[language].invite }).click(),
  },
  ...(['stepUp', 'sessionEnded', 'conflict'] as const).map((refusal) => ({
    name: `console-${refusal}`,
    address: '/operators',
    act: (page: Page) => saveRefused(page, refusal),
  })),
  { name: 'console-settings', address: '/settings' },
  {
    name: 'console-settings-history',
    address: '/settings',
    act: async (page, language) => {
      const text = SETTINGS[language]
      const brand = page.getByRole('region', { name: text.groups.brand.title })
      for (const name of ['海映', '港映']) {
        await brand.locator('input[name=zh_HK]').fill(name)
        await brand.locator('button[type=submit]').click()
        await page.getByText(text.saved(text.groups.brand.title)).waitFor()
      }
      await brand.getByRole('button', { name: text.history }).click()
      await brand.getByRole('list').waitFor()
      const apps = page.getByRole('region', { name: text.groups.apps.title })
      await apps.locator('input').first().fill('http://apps.example.com/harbour')
      await apps.locator('button[type=submit]').click()
    },
  },
  { name: 'console-audit', address: '/audit', act: (page) => page.locator('[data-row]').first().click() },
  { name: 'console-keys', address: '/', act: (page) => page.keyboard.press('?') },
]
const ENTRANCE = ['console-welcome', 'console-sign-in']

/** The pages of the console, in both languages and three widths. None where no name of them is wanted. */
export function consoleWorks(
  studio: Studio,
  isWanted: (view: { name: string }) => boolean,
  onPicture: (picture: Picture) => void,
): (() => Promise<void>)[] {
  const views = VIEWS.filter(isWanted)
  const entrance = ENTRANCE.filter((name) => isWanted({ name }))
  if (views.length + entrance.length === 0) return []
  return LANGUAGES.map((language) => () => photograph(language))

  async function photograph(language: Language): Promise<void> {
    const email = uniqueEmail('ada')
    const colleague = uniqueEmail('ben')
    const token = await createOperator({ email, name: 'Ada Lam', roles: ['administrator', 'catalogue'] })
    await createOperator({ email: colleague, name: '陳大文', roles: ['finance', 'administrator'] })
    const prepare = (page: Page) => declareFont(page, studio.font)
    const options = { ...PICTURE_OPTIONS, extraHTTPHeaders: {} }
    const { page, errors } = await visitConsole(`/welcome/${token}`, { language, prepare, options })
    const shoot = async (name: string) => {
      for (const width of studio.width ? [studio.width] : WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await completed(page)
        await unchanged(page)
        onPicture(await take(studio, page, { name, caption: language, errors: errors.splice(0), fullPage: false }))
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    const whenKept = async () => void (entrance.includes('console-welcome') && (await shoot('console-welcome')))
    const operator: ConsoleOperator = await setCredentials(page, { email, name: 'Ada Lam', language, whenKept })
    await settled(page)
    if (entrance.includes('console-sign-in')) await shoot('console-sign-in')
    await signIn(page, operator, language)
    await page.locator('nav').waitFor()
    await inviteByApi(page, { email: uniqueEmail('cy'), name: 'Cy Ng', roles: ['care', 'finance'] })
    for (const [at, { name, address, act }] of views.entries()) {
      await page.goto(`${world.url}/console/?${at}#${address}`, { waitUntil: 'domcontentloaded' })
      await settled(page)
      await page.locator('main h1').waitFor()
      await act?.(page, language)
      await shoot(name)
      await page.unrouteAll()
    }
    await page.context().close()
  }
}
