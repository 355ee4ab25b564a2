import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { addProfile, chooseProfile, profilesOf, register, send } from './support/members.ts'
import {
  differentCode,
  waitForKidsHome,
  codeDialog,
  visitAs,
  goTo,
  expectPath,
  PROFILE_TEXT,
  profileTile,
  typeCode,
  registerWithKidsProfile,
} from './support/profile-pages.ts'
import { eventually, hashOf, world } from './support/world.ts'

const { codePad, reset, screen, unlock } = PROFILE_TEXT.zh_HK.parental

describe('a kids profile', () => {
  test('is kept at kids home: no URL, Back, storage change or call leaves it', async () => {
    const member = await register('陳大文')
    await addProfile(member, '小寶', true)
    const { page, text } = await visitAs(member)
    await profileTile(page, '陳大文').click()
    await expectPath(page, PATHS.home)
    await goTo(page, PATHS.profiles)
    await profileTile(page, '小寶').click()
    await expectPath(page, PATHS.kids)
    await page.getByRole('button', { name: text.site.kids.leave }).waitFor()

    for (const path of [
      PATHS.home,
      PATHS.movie,
      PATHS.profile,
      PATHS.moviePreference,
      PATHS.setup,
      PATHS.setupParentCode,
    ]) {
      await goTo(page, path)
      await expectPath(page, PATHS.kids)
    }
    for (let steps = 0; steps < 3; steps++) {
      await page.goBack()
      await eventually(() => hashOf(page).split('?')[0]).toMatch(/category\/kids|profiles/)
    }

    const own = (await profilesOf(member)).find(({ childrenModel }) => !childrenModel)!
    await page.evaluate((stored) => {
      localStorage.setItem('currentProfile', stored)
      sessionStorage.removeItem('kidsmode')
      location.hash = '#/category/list'
      location.reload()
    }, JSON.stringify(own))
    // The server determines the profile and corrects what the browser has stored.
    await expectPath(page, PATHS.kids)
    await eventually(() => page.evaluate(() => JSON.parse(localStorage.getItem('currentProfile')!).childrenModel)).toBe(
      true,
    )

    const { token } = member
    expect(await send('/api_v2/profile/choose', { profileId: own.profileId }, token)).toMatchObject({
      errorCode: 'PARENTAL_CODE_REQUIRED',
    })
    const calls: [string, object][] = [
      ['/api_v2/profile/create', { name: '甲', avatarId: 'tram' }],
      ['/api_v2/profile/update', { profileId: own.profileId, name: '甲' }],
      ['/api_v2/profile/delete', { profileId: own.profileId }],
      ['/api_v2/profile/parental/checkPasscode', { parentalCode: member.parentalCode }],
      ['/api/logout.action', {}],
      ['/api/userProfile.action', {}],
      ['/api/deviceList.action', {}],
    ]
    for (const [path, body] of calls)
      expect({ path, ...(await send(path, body, token)) }).toMatchObject({ path, errorCode: 'NOT_ALLOWED' })
    expect(await send('/api_v2/revamp/detail', { programId: world.film.programId }, token)).toMatchObject({
      errorCode: 'NOT_FOUND',
    })
    expect((await profilesOf(member)).find(({ current }) => current)?.childrenModel).toBe(true)
  })

  test('is left by its button and the parental code, to the chosen profile', async () => {
    const { member, profile } = await registerWithKidsProfile()
    const father = await send<{ profile: Profile }>(
      '/api_v2/profile/choose',
      {
        profileId: (await profilesOf(member)).find(({ deletable }) => !deletable)!.profileId,
        parentalCode: member.parentalCode,
      },
      member.token,
    )
    expect(father.result).toBe('SUCCESS')
    await addProfile(member, '爸爸')
    await chooseProfile(member, profile)
    const { page, errors, text } = await visitAs(member, { profile })
    await waitForKidsHome(page)
    await page.getByRole('button', { name: text.site.kids.leave }).click()
    await codeDialog(page).getByRole('radio', { name: '陳大文' }).waitFor({ state: 'attached' })
    // The profile used last is first.
    expect(await codeDialog(page).getByRole('radio', { name: '陳大文' }).isChecked()).toBe(true)
    await codeDialog(page).getByText('爸爸').click()
    await typeCode(page, differentCode(member.parentalCode))
    await codeDialog(page).getByText(codePad.wrong(4)).waitFor()
    await expectPath(page, PATHS.kids)
    await typeCode(page, member.parentalCode)
    await expectPath(page, PATHS.home)
    await page.getByRole('contentinfo').waitFor()
    expect((await profilesOf(member)).find(({ current }) => current)?.name).toBe('爸爸')
    expect(errors).toEqual([])
  })
})

describe('/setup/parentcode', () => {
  test('the code is changed with the old code, which is then rejected', async () => {
    const member = await register('陳大文')
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page, errors } = await visitAs(member, { path: `/#${PATHS.setupParentCode}`, profile })
    const save = page.getByRole('button', { name: screen.save, exact: true })
    await save.click()
    await eventually(() => page.getByText(reset.required).count()).toBe(3)
    await page.getByLabel(screen.oldCode).fill(differentCode(member.parentalCode))
    await page.getByLabel(reset.newCode, { exact: true }).fill('4826')
    await page.getByLabel(reset.confirmCode).fill('4826')
    await save.click()
    await page.getByText(codePad.wrong(4)).waitFor()
    await page.getByLabel(screen.oldCode).fill(member.parentalCode)
    await save.click()
    await page.getByText(reset.saved).waitFor()
    const check = (parentalCode: string) =>
      send('/api_v2/profile/parental/checkPasscode', { parentalCode }, member.token)
    expect(await check(member.parentalCode)).toMatchObject({ errorCode: 'WRONG_PARENTAL_CODE' })
    expect(await check('4826')).toMatchObject({ result: 'SUCCESS' })
    expect(errors).toEqual([])
  })

  test('the code is turned off and on with itself, and reset with the password', async () => {
    const member = await register('陳大文')
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page } = await visitAs(member, { path: `/#${PATHS.setupParentCode}`, profile })
    const toggle = page.getByRole('switch', { name: screen.status })
    for (const { title, after } of [
      { title: screen.turnOff, after: 'false' },
      { title: screen.turnOn, after: 'true' },
    ]) {
      await toggle.click()
      await page.getByRole('dialog', { name: title }).getByLabel(codePad.label).pressSequentially(member.parentalCode)
      await eventually(() => toggle.getAttribute('aria-checked')).toBe(after)
    }

    await page.getByRole('link', { name: screen.forgotLink }).click()
    await page.getByRole('radio', { name: reset.ways.password }).press('Space')
    await page.getByLabel(reset.password, { exact: true }).fill('000001')
    await page.getByLabel(reset.newCode, { exact: true }).fill('4826')
    await page.getByLabel(reset.confirmCode).fill('4826')
    await page.getByRole('button', { name: reset.save }).click()
    await page.getByText(reset.passwordWrong).waitFor()
    await page.getByLabel(reset.password, { exact: true }).fill(member.password)
    await page.getByRole('button', { name: reset.save }).click()
    await expectPath(page, PATHS.setupParentCode)
    expect(await send('/api_v2/profile/parental/checkPasscode', { parentalCode: '4826' }, member.token)).toMatchObject({
      result: 'SUCCESS',
    })
  })

  test.runIf(isFull)('an unlock shows its end, and can be locked at once', async () => {
    const member = await register('陳大文')
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page } = await visitAs(member, { path: `/#${PATHS.setupParentCode}`, profile })
    await page.getByText(unlock.closed).waitFor()
    await page.evaluate(() => localStorage.setItem('harbour.unlockedUntil', String(Date.now() + 30 * 60_000)))
    await page.reload()
    const state = page.locator('main').getByText(unlock.open(30))
    await state.waitFor()
    await page.locator('main').getByRole('button', { name: unlock.lock }).click()
    await page.getByText(unlock.closed).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('harbour.unlockedUntil'))).toBeNull()
  })
})
