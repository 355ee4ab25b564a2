import { describe, expect, test } from 'vitest'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { latestCode } from './support/members.ts'
import {
  differentCode,
  waitForKidsHome,
  codeDialog,
  visitAs,
  expectPath,
  PROFILE_TEXT,
  profileTile,
  typeCode,
  registerWithKidsProfile,
} from './support/profile-pages.ts'
import { advanceClock } from './support/world.ts'

const { codePad, reset } = PROFILE_TEXT.zh_HK.parental

describe('a kids profile', () => {
  test('five wrong codes start a lockout, in a new page too; after it the right code works', async () => {
    const { member, profile } = await registerWithKidsProfile()
    const { page } = await visitAs(member, { path: `/#${PATHS.profiles}`, profile })
    await profileTile(page, '陳大文').click()
    for (const left of [4, 3, 2, 1]) {
      await typeCode(page, differentCode(member.parentalCode))
      await codeDialog(page).getByText(codePad.wrong(left)).waitFor()
    }
    await typeCode(page, differentCode(member.parentalCode))
    await codeDialog(page).getByText(codePad.locked).waitFor()
    expect(await codeDialog(page).getByRole('timer').textContent()).toMatch(/[45]:\d\d/)
    expect(await codeDialog(page).getByLabel(codePad.label).isEditable()).toBe(false)

    await page.reload()
    await profileTile(page, '陳大文').click()
    await typeCode(page, member.parentalCode)
    await codeDialog(page).getByText(codePad.locked).waitFor()
    await expectPath(page, PATHS.profiles)

    await advanceClock('PT5M')
    await page.reload()
    await profileTile(page, '陳大文').click()
    await typeCode(page, member.parentalCode)
    await expectPath(page, PATHS.home)
  })

  test('a forgotten code is reset by SMS without leaving kids mode', async () => {
    const { member, profile } = await registerWithKidsProfile()
    const { page, text } = await visitAs(member, { profile })
    await waitForKidsHome(page)
    await page.getByRole('button', { name: text.site.kids.leave }).click()
    await codeDialog(page).getByRole('button', { name: codePad.forgot }).click()
    const dialog = page.getByRole('dialog', { name: reset.title })
    expect(await dialog.getByRole('radio').count()).toBe(0)
    // The limit of one SMS per number in a minute includes the SMS of the registration.
    await advanceClock('PT1M')
    await dialog.getByRole('button', { name: reset.send }).click()
    await dialog.getByText(reset.sent).waitFor()
    await dialog.getByLabel(reset.code).fill(await latestCode(member.mobileno))
    await dialog.getByLabel(reset.newCode, { exact: true }).fill('4826')
    await dialog.getByLabel(reset.confirmCode).fill('4827')
    await dialog.getByRole('button', { name: reset.save }).click()
    await dialog.getByText(reset.differ).waitFor()
    await dialog.getByLabel(reset.confirmCode).fill('4826')
    await dialog.getByRole('button', { name: reset.save }).click()
    await typeCode(page, '4826')
    await expectPath(page, PATHS.home)
  })
})
