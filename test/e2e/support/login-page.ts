import type { Locator } from 'playwright-core'
import type { Member } from './members.ts'
import { eventually, hashOf, type Page } from './world.ts'

/** A field of the form of the login and registration screens. */
export const field = (page: Page, name: string): Locator => page.locator(`main input[name="${name}"]`)
export const submit = (page: Page): Locator => page.locator('main form button[type="submit"]')
/** The message of the form as a whole. */
export const wholeForm = (page: Page): Locator => page.locator('main form [role="alert"]')

/** Ticks a checkbox by clicking its label. */
export const tick = (page: Page, text: string) =>
  page.locator('main form label').filter({ hasText: text }).first().click()

/** Fills in the form of the login screen and submits it. */
export async function logIn(page: Page, { mobileno, password }: Pick<Member, 'mobileno' | 'password'>): Promise<void> {
  await field(page, 'mobileno').fill(mobileno)
  await field(page, 'password').fill(password)
  await submit(page).click()
}

/** Waits for a path with any query. */
export const expectPath = (page: Page, path: string) => eventually(() => hashOf(page).split('?')[0]).toBe(`#${path}`)
