import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, test } from 'vitest'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { addProfile, chooseProfile, profilesOf, register } from './support/members.ts'
import { codeDialog, visitAs, goTo, expectPath, PROFILE_TEXT, profileTile, typeCode } from './support/profile-pages.ts'
import { waitForScreen, eventually, hashOf, type Page } from './support/world.ts'

const { who, edit, genres, kids } = PROFILE_TEXT.zh_HK.profiles
const { dialog: labels } = PROFILE_TEXT.zh_HK.parental

/** Sizes of the pictures to choose from that are not square. */
const unevenPictures = (page: Page) =>
  page.getByRole('radio').evaluateAll((radios) =>
    radios.flatMap((radio) => {
      const { width, height } = radio.closest('label')!.getBoundingClientRect()
      return Math.abs(width - height) > 1 ? [[width, height]] : []
    }),
  )

describe('profiles', () => {
  test('a member creates a profile, which is entered only when it is chosen, chooses its genres and arrives at home', async () => {
    const member = await register('陳大文')
    const { page, errors } = await visitAs(member, { path: `/#${PATHS.movie}` })
    await expectPath(page, PATHS.profiles)
    await page.getByRole('link', { name: who.addLabel }).click()
    const name = page.getByLabel(edit.name, { exact: true })
    await page.getByRole('button', { name: edit.create }).click()
    await page.getByText(edit.nameMissing).waitFor()
    await name.fill('一二三四五六七八九十一')
    await page.getByText(edit.count(11, 10)).waitFor()
    await page.getByRole('button', { name: edit.create }).click()
    await page.getByText(edit.nameTooLong(10)).waitFor()
    expect(await profilesOf(member)).toHaveLength(1)
    await name.fill('媽媽 👩‍👧')
    await page.getByText(edit.count(4, 10)).waitFor()
    expect(await unevenPictures(page)).toEqual([])
    await page.getByRole('radio', { name: '雨傘' }).or(page.getByRole('radio').nth(3)).first().press('Space')
    await page.getByRole('button', { name: edit.create }).click()

    await expectPath(page, PATHS.profiles)
    expect((await profilesOf(member)).some(({ current }) => current)).toBe(false)
    await profileTile(page, '媽媽 👩‍👧').click()
    await expectPath(page, PATHS.moviePreference)
    const chips = page.getByRole('group', { name: edit.genres }).getByRole('checkbox')
    await eventually(() => chips.count()).toBe(6)
    for (const index of [0, 1, 2, 3]) await chips.nth(index).click()
    await page.getByText(genres.tooMany(3)).waitFor()
    expect(await chips.nth(3).isChecked()).toBe(false)
    await page.getByRole('button', { name: genres.save }).click()
    await eventually(() => hashOf(page)).not.toContain(PATHS.moviePreference)
    const made = (await profilesOf(member)).find((profile) => profile.name === '媽媽 👩‍👧')
    expect(made).toMatchObject({ current: true, childrenModel: false })
    expect(made?.preferences).toHaveLength(3)
    expect(errors).toEqual([])
  })

  test('a profile is renamed and deleted; the first profile cannot be deleted or become a kids profile', async () => {
    const member = await register('陳大文')
    await addProfile(member, '爸爸')
    const first = (await profilesOf(member)).find(({ deletable }) => !deletable)!
    const { page, errors } = await visitAs(member, {
      path: `/#${PATHS.profiles}`,
      profile: await chooseProfile(member, first),
    })
    await page.getByRole('button', { name: who.manage }).click()
    await page.getByRole('link', { name: who.edit('爸爸') }).click()
    await page.getByLabel(edit.name, { exact: true }).fill('老豆')
    await page.getByRole('button', { name: edit.save, exact: true }).click()
    await expectPath(page, PATHS.profiles)
    await profileTile(page, '老豆').waitFor()

    await page.getByRole('button', { name: who.manage }).click()
    await page.getByRole('link', { name: who.edit('老豆') }).click()
    await page.getByRole('button', { name: edit.delete }).click()
    const dialog = page.getByRole('dialog', { name: edit.deleteTitle('老豆') })
    await dialog.getByText(edit.deleteText).waitFor()
    await dialog.getByRole('button', { name: edit.cancel }).click()
    expect(await profilesOf(member)).toHaveLength(2)
    await page.getByRole('button', { name: edit.delete }).click()
    await dialog.getByRole('button', { name: edit.deleteGo }).click()
    await expectPath(page, PATHS.profiles)
    await eventually(() => profileTile(page, '老豆').count()).toBe(0)
    expect(await profilesOf(member)).toHaveLength(1)

    await goTo(page, `${PATHS.profile}?profileId=${first.profileId}`)
    await page.getByText(edit.notDeletable).waitFor()
    expect(await page.getByRole('switch', { name: edit.kids }).isDisabled()).toBe(true)
    expect(errors).toEqual([])
  })

  test.runIf(isFull)('arrow keys move between the tiles; a sixth profile cannot be added', async () => {
    const member = await register('陳大文')
    for (const name of ['甲', '乙', '丙', '丁']) await addProfile(member, name)
    const { page } = await visitAs(member, { path: `/#${PATHS.profiles}` })
    const tiles = page.getByRole('list', { name: who.list }).getByRole('button')
    await eventually(() => tiles.count()).toBe(5)
    expect(await page.getByRole('link', { name: who.addLabel }).count()).toBe(0)
    await eventually(() => tiles.nth(0).evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await tiles.nth(1).evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('End')
    expect(await tiles.nth(4).evaluate((it) => it === document.activeElement)).toBe(true)
    await goTo(page, PATHS.profile)
    await page.getByText(edit.full(5)).waitFor()
  })

  test('kids mode without a kids profile offers to create one, which is entered at once', async () => {
    const member = await register('陳大文')
    const { page } = await visitAs(member, { path: `/#${PATHS.profiles}` })
    await page.getByRole('button', { name: kids }).click()
    await page.getByRole('dialog', { name: who.noKids }).getByRole('link', { name: who.createKids }).click()
    await page.getByLabel(edit.name, { exact: true }).fill('小寶')
    expect(await page.getByRole('switch', { name: edit.kids }).getAttribute('aria-checked')).toBe('true')
    await page.getByRole('button', { name: edit.create }).click()
    await expectPath(page, PATHS.kids)
    const child = (await profilesOf(member)).find(({ childrenModel }) => childrenModel)
    expect(child).toMatchObject({ name: '小寶', current: true })
  })

  test('turning a kids profile into a normal one requires the parental code', async () => {
    const member = await register('陳大文')
    const child = await addProfile(member, '小寶', true)
    const { page } = await visitAs(member, { path: `/#${PATHS.profiles}` })
    await goTo(page, `${PATHS.profile}?profileId=${child.profileId}`)
    await page.getByRole('switch', { name: edit.kids }).click()
    await page.getByRole('button', { name: edit.save, exact: true }).click()
    await codeDialog(page).getByText(labels['kids-off']).waitFor()
    await page.keyboard.press('Escape')
    expect((await profilesOf(member)).find(({ profileId }) => profileId === child.profileId)?.childrenModel).toBe(true)
    await page.getByRole('button', { name: edit.save, exact: true }).click()
    await typeCode(page, member.parentalCode)
    await expectPath(page, PATHS.profiles)
    expect((await profilesOf(member)).every(({ childrenModel }) => !childrenModel)).toBe(true)
  })
})

describe.each([
  { language: 'zh_HK', size: 'phone' },
  { language: 'en_US', size: 'desktop' },
] as const)('in $language on $size', ({ language, size }) => {
  const said = PROFILE_TEXT[language]
  const seriousViolations = async (page: Page) => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      )
  }

  test.runIf(isFull || size === 'phone')(
    'the profile and parental code screens have no serious accessibility violations',
    async () => {
      const member = await register('陳大文')
      await addProfile(member, '小寶', true)
      const own = (await profilesOf(member)).find(({ deletable }) => !deletable)!
      const profile = await chooseProfile(member, own)
      const { page } = await visitAs(member, { path: `/#${PATHS.profiles}`, profile, language, size })
      await page.getByRole('list', { name: said.profiles.who.list }).getByRole('button').first().waitFor()
      expect(await seriousViolations(page)).toEqual([])
      for (const path of [
        `${PATHS.profile}?profileId=${own.profileId}`,
        PATHS.moviePreference,
        PATHS.setupParentCode,
        PATHS.setupResetParentCode,
      ]) {
        await goTo(page, path)
        await waitForScreen(page, language)
        await page.locator('main form, main li button, main fieldset').filter({ visible: true }).first().waitFor()
        expect({ path, seriousViolations: await seriousViolations(page) }).toEqual({ path, seriousViolations: [] })
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      await goTo(page, PATHS.profiles)
      await page.locator('main').getByRole('button', { name: '小寶' }).click()
      await expectPath(page, PATHS.kids)
      await page.locator('header').getByRole('button').click()
      const dialog = page.getByRole('dialog', { name: said.parental.dialog.title })
      await eventually(() =>
        dialog.getByLabel(said.parental.codePad.label).evaluate((it) => it === document.activeElement),
      ).toBe(true)
      // axe measures contrast after the fade-in.
      await eventually(() => dialog.evaluate((it) => getComputedStyle(it.firstElementChild ?? it).opacity)).toBe('1')
      expect(await seriousViolations(page)).toEqual([])
    },
  )
})
