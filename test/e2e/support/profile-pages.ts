import type { Profile } from '#contract/profiles.ts'
import type { Language } from '#contract/languages.ts'
import { parental as parentalEn } from '#text/en_US/parental.ts'
import { profiles as profilesEn } from '#text/en_US/profiles.ts'
import { parental as parentalZh } from '#text/zh_HK/parental.ts'
import { profiles as profilesZh } from '#text/zh_HK/profiles.ts'
import { tabs } from '#text/zh_HK/viewer.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { addProfile, chooseProfile, type Member, register, memberStorage } from './members.ts'
import { waitForScreen, eventually, hashOf, type Page, type Size, visit } from './world.ts'

/** Texts of the profile and parental code screens. */
export const PROFILE_TEXT = {
  zh_HK: { profiles: profilesZh, parental: parentalZh },
  en_US: { profiles: profilesEn, parental: parentalEn },
}
const { codePad, dialog } = PROFILE_TEXT.zh_HK.parental

interface MemberVisit {
  path?: string
  profile?: Profile
  language?: Language
  size?: Size
  /** Runs before the first page is loaded. */
  prepare?: (page: Page) => Promise<unknown>
}

/** Opens a page in a browser in which the member is logged in. */
export const visitAs = (member: Member, { path = '/', profile, language = 'zh_HK', size, prepare }: MemberVisit = {}) =>
  visit({
    path,
    ...(size && { size }),
    ...(prepare && { prepare }),
    options: { storageState: memberStorage(member, { profile, language }) },
  })

/** Registers a member whose session uses a kids profile. */
export async function registerWithKidsProfile(): Promise<{ member: Member; profile: Profile }> {
  const member = await register('陳大文')
  const child = await addProfile(member, '小寶', true)
  return { member, profile: await chooseProfile(member, child) }
}

/** Waits for a path with any query. */
export const expectPath = (page: Page, path: string) => eventually(() => hashOf(page).split('?')[0]).toBe(`#${path}`)

/** Waits for the kids home screen. The URL changes first, and keys pressed before the screen is there are lost. */
export async function waitForKidsHome(page: Page): Promise<void> {
  await expectPath(page, PATHS.kids)
  await page.getByRole('heading', { level: 1, name: tabs.Kids }).waitFor({ state: 'attached' })
  await waitForScreen(page)
}

/** Navigates by URL hash. */
export const goTo = (page: Page, path: string) => page.evaluate((hash) => void (location.hash = hash), `#${path}`)

/** The tile of a profile on the profile selection screen. */
export const profileTile = (page: Page, name: string) => page.locator('main').getByRole('button', { name })

/** The dialog that asks for the parental code. */
export const codeDialog = (page: Page) => page.getByRole('dialog', { name: dialog.title })

/** Types a code into the dialog once its input is editable. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const input = codeDialog(page).getByLabel(codePad.label)
  await eventually(() => input.isEditable()).toBe(true)
  await input.pressSequentially(code)
}

/** A code that differs from `code`. */
export const differentCode = (code: string): string => (code === '0000' ? '1111' : '0000')
