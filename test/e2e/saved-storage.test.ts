import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { HTML_LANG } from '#contract/languages.ts'
import { readSavedStorage, type SavedStorage, type StorageValues } from '../support/saved-storage.ts'
import { chooseProfile, profilesOf, register, succeed } from './support/members.ts'
import { playerVideo, playPath, currentTimeOf, expectPlaying } from './support/playing.ts'
import { waitForScreen, eventually, type Page, carousel, TEXT, visit, world } from './support/world.ts'

const { programId } = world.film

/** A browser that holds what the site of version 0.1 stored. Session storage is filled before the tab's first page. */
async function browserOf(viewer: 'member' | 'visitor', values: StorageValues, { without = [] as string[] } = {}) {
  const saved = await readSavedStorage('v0.1', { viewer, values: { programId, ...values } })
  for (const key of without) delete saved.session[key]
  const { hostname } = new URL(world.url)
  const cookie = { domain: hostname, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const }
  const storageState = {
    cookies: Object.entries(saved.cookies).map(([name, value]) => ({ ...cookie, name, value })),
    origins: [
      { origin: world.url, localStorage: Object.entries(saved.local).map(([name, value]) => ({ name, value })) },
    ],
  }
  const prepare = (page: Page) => page.addInitScript(fillSession, saved.session)
  const useAvatar = (url: string) => {
    for (const item of storageState.origins[0]!.localStorage) item.value = item.value.replace(/\/i\/[^"]+/, url)
  }
  return { options: { storageState } satisfies BrowserContextOptions, prepare, saved, useAvatar }
}

function fillSession(entries: SavedStorage['session']): void {
  if (sessionStorage.getItem('saved')) return
  for (const [key, value] of Object.entries({ saved: '1', ...entries })) sessionStorage.setItem(key, value)
}

test('a member of version 0.1 is logged in with profile and language, resumes the film with the same player settings', async () => {
  const text = TEXT.en_US
  const member = await register()
  const [first] = await profilesOf(member)
  const { profileId } = await chooseProfile(member, first!)
  const bookmark = { programId, programGuid: programId, position: 5, duration: 12, at: new Date().toISOString() }
  await succeed('/api_v2/profile/bookmark/create', bookmark, member.token)
  const { token, userId, mobileno } = member
  const browser = await browserOf('member', { token, userId, mobileno, profileId })
  // The saved address is of an image of the service that it was saved from.
  browser.useAvatar(first!.avatar)

  const { page, errors } = await visit({ ...browser, path: '/#/category/list' })
  await waitForScreen(page, 'en_US')
  // The message that was stored for the next page.
  await page.getByText('Welcome back.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
  await page.getByRole('button', { name: '陳大文' }).first().waitFor()
  await carousel(page, 'Continue watching').getByRole('link', { name: 'The Evening Ferry' }).first().waitFor()
  // The merge of visitor progress was postponed in this tab, and the progress is kept.
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('harbour.watched'))).toBe(
    browser.saved.local['harbour.watched'],
  )

  await page.goto(`${world.url}${playPath(programId)}`)
  await page.reload()
  await expectPlaying(page)
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(5)
  const settings = () =>
    playerVideo(page).evaluate(({ volume, muted, playbackRate, videoHeight }: HTMLVideoElement) => ({
      volume,
      muted,
      playbackRate,
      videoHeight,
    }))
  expect(await settings()).toMatchObject({ volume: 0.4, muted: false, playbackRate: 1.25, videoHeight: 360 })
  await page.getByText(/^第 \d 句字幕$/).waitFor()
  await page.keyboard.press('Space')
  await page.mouse.move(620, 320)
  await page.getByRole('button', { name: text.player.subtitles }).click()
  const subtitles = page.getByRole('group', { name: text.player.subtitles })
  const english = subtitles.getByRole('menuitemradio', { name: /English/ })
  expect(await english.getAttribute('aria-checked')).toBe('true')
  expect(errors).toEqual([])
})

test('a visitor of version 0.1 keeps the language and resumes what was watched in this browser', async () => {
  const without = ['kidsmode', 'harbour.embed', 'harbour.wish']
  const browser = await browserOf('visitor', { mobileno: '92210000' }, { without })
  const { page, errors } = await visit({ ...browser, path: `/#/category/movie?programId=${programId}` })
  await waitForScreen(page, 'zh_HK')
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(HTML_LANG.zh_HK)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /續看 0:06/ })
    .first()
    .click()
  await playerVideo(page).waitFor()
  await eventually(() => currentTimeOf(page)).toBeGreaterThan(5.9)
  expect(errors).toEqual([])
})

test('a visitor of version 0.1 in kids mode stays in it', async () => {
  const browser = await browserOf('visitor', { mobileno: '92210000' }, { without: ['harbour.embed', 'harbour.wish'] })
  const { page } = await visit({ ...browser, path: '/#/category/list' })
  await eventually(() => page.evaluate(() => location.hash)).toContain('/kids')
  expect(await page.evaluate(() => sessionStorage.getItem('kidsmode'))).toBe('true')
})
