import type { Profile } from '#contract/profiles.ts'
import type { Language } from '#contract/languages.ts'
import { parental as parentalEn } from '#text/en_US/parental.ts'
import { profiles as profilesEn } from '#text/en_US/profiles.ts'
import { parental as parentalZh } from '#text/zh_HK/parental.ts'
import { profiles as profilesZh } from '#text/zh_HK/profiles.ts'
import { tabs } from '#text/zh_HK/tabs.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { addProfile, choose, type Member, register, signedIn } from './members.ts'
import { arrived, eventually, hashOf, type Page, type Size, visit } from './world.ts'

/** What the screens of profiles and the parental code say. */
export const SAID = {
  zh_HK: { profiles: profilesZh, parental: parentalZh },
  en_US: { profiles: profilesEn, parental: parentalEn },
}
const { codePad, dialog } = SAID.zh_HK.parental

interface Signed {
  path?: string
  profile?: Profile
  language?: Language
  size?: Size
}

/** A browser in which the member is signed in. */
export const enter = (member: Member, { path = '/', profile, language = 'zh_HK', size }: Signed = {}) =>
  visit({ path, ...(size && { size }), options: { storageState: signedIn(member, { profile, language }) } })

/** A member with a child, in whose profile the session is. */
export async function withChild(): Promise<{ member: Member; profile: Profile }> {
  const member = await register('陳大文')
  const child = await addProfile(member, '小寶', true)
  return { member, profile: await choose(member, child) }
}

/** Waits for a path, whatever its query. */
export const isAt = (page: Page, path: string) => eventually(() => hashOf(page).split('?')[0]).toBe(`#${path}`)

/** Waits for kids home itself: the address is there before its page, and what is pressed between the two is lost. */
export async function atKidsHome(page: Page): Promise<void> {
  await isAt(page, PATHS.kids)
  await page.getByRole('heading', { level: 1, name: tabs.Kids }).waitFor({ state: 'attached' })
  await arrived(page)
}

/** Types a route into the address. */
export const goTo = (page: Page, path: string) => page.evaluate((hash) => void (location.hash = hash), `#${path}`)

/** Who is watching: one of them. */
export const tile = (page: Page, name: string) => page.locator('main').getByRole('button', { name })

/** The dialog that asks for the parental code. */
export const codeDialog = (page: Page) => page.getByRole('dialog', { name: dialog.title })

/** Types a code into it, once it takes one. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const input = codeDialog(page).getByLabel(codePad.label)
  await eventually(() => input.isEditable()).toBe(true)
  await input.pressSequentially(code)
}

/** A code that is not this one. */
export const another = (code: string): string => (code === '0000' ? '1111' : '0000')
