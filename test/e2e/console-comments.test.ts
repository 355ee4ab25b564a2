import { expect, test } from 'vitest'
import { adminUrl } from '#contract/admin/endpoint.ts'
import { list as listComments } from '#contract/admin/comments.ts'
import { consoleComments as textEn } from '#text/en_US/console-comments.ts'
import { consoleShell as shellEn } from '#text/en_US/console-shell.ts'
import { consoleComments as text } from '#text/zh_HK/console-comments.ts'
import { seriousViolations } from './support/accessibility.ts'
import { visitSignedIn } from './support/console.ts'
import { chooseProfile, profilesOf, register, send, succeed } from './support/members.ts'
import { verifyEmail } from './support/reviewing.ts'
import { eventually, world } from './support/world.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import type { Language } from '#contract/languages.ts'

const TEXT =
  '節奏由慢轉快，燈光與配樂互相呼應，最後一場戲的沉默比任何對白都有力，令人久久不能忘懷，值得再看一次，推薦給所有朋友'

const signedIn = (role: Role, language: Language, path: string) =>
  visitSignedIn(path, { name: `Op ${role}`, roles: [role], language })

test('a moderator clears their queue by keyboard alone, and takes a mistake back', async () => {
  const own = await register()
  await verifyEmail(own)
  const [first] = await profilesOf(own)
  await chooseProfile(own, first!)
  const mark = `${own.mobileno.slice(-4)}號`
  const comments = 5
  for (let n = 1; n <= comments; n++) {
    const comment = { programId: world.members.programId, text: `${TEXT}。${mark}${n}` }
    expect(await succeed('/api_v2/comment/create', comment, own.token)).toMatchObject({ status: 'waiting' })
  }
  const { page, errors } = await signedIn('care', 'zh_HK', '/comments')
  const rows = page.locator('tbody [data-row]')
  await rows.first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await eventually(() => rows.count()).toBe(comments)
  const panel = page.getByRole('region', { name: text.column, exact: true })
  const recent = page.getByRole('region', { name: text.recent.title })
  const shown = (n: number) => panel.getByText(`${mark}${n}`).waitFor()
  await shown(1)
  expect(await seriousViolations(page)).toEqual([])
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('a')
  await shown(2)
  await page.keyboard.press('3')
  await page.keyboard.press('r')
  await shown(3)
  await recent.getByText(text.recent.rejected(1)).waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await shown(4)
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+A')
  await shown(5)
  await recent.getByText(text.recent.approved(2)).waitFor()
  await page.keyboard.press('a')
  await page.getByText(text.none).waitFor()
  const undo = page.getByRole('button', { name: text.recent.undo })
  await eventually(() => undo.count()).toBe(4)
  await page.keyboard.press('z')
  await page.getByText(text.recent.undone).waitFor()
  await shown(5)
  await page.keyboard.press('a')
  await page.getByText(text.none).waitFor()
  await eventually(() => undo.count()).toBe(4)
  const { list } = await succeed<{ list: { text: string }[] }>(
    '/api_v2/comment/list',
    { programId: world.members.programId, pageSize: 50 },
    own.token,
  )
  const published = list.flatMap(({ text: written }) => new RegExp(`${mark}(\\d)`).exec(written)?.[1] ?? [])
  expect(published.toSorted()).toEqual(['1', '3', '4', '5'])
  // Its author is told by the console's decision, or reads it in the list of their own.
  const unpublished = await send<{ unpublished: { text: string; status: string }[] }>(
    '/api_v2/comment/list',
    { programId: world.members.programId },
    own.token,
  )
  expect(unpublished).toMatchObject({ unpublished: [{ status: 'rejected' }] })
  expect(errors).toEqual([])
})

test('ten thousand comments stay responsive: few rows are in the document, and a key is answered at once', async () => {
  const all = Array.from({ length: 10_000 }, (_, at) => ({
    commentId: `c${at}`,
    version: 1,
    programId: 'ferry',
    title: { zh_HK: '黃昏渡輪', en_US: 'Ferry at Dusk' },
    name: `讀者${at}`,
    text: `${TEXT}${at}`,
    marks: [],
    spoiler: false,
    status: 'waiting',
    why: ['first'],
    reports: [],
    score: null,
    createdAt: '2026-11-20T12:14:03Z',
    isEdited: false,
  }))
  const { page, errors } = await signedIn('care', 'en_US', '/')
  await page.route(`**${adminUrl(listComments)}`, async (route) => {
    const { after = '0', limit } = route.request().postDataJSON() as { after?: string; limit: number }
    const [from, until] = [Number(after), Number(after) + limit]
    const next = until < all.length ? String(until) : null
    const total = from === 0 ? all.length : null
    await route.fulfill({ json: { result: 'SUCCESS', list: all.slice(from, until), next, total, isMore: false } })
  })
  await page.goto(`${page.url().split('#')[0]}#/comments`)
  await page.getByText(shellEn.total('10,000', false), { exact: false }).first().waitFor()
  const rows = page.locator('tbody tr:not([aria-hidden])')
  await rows.first().waitFor()
  await eventually(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    return Number(await rows.last().getAttribute('aria-rowindex'))
  }).toBeGreaterThan(600)
  expect(await rows.count()).toBeLessThanOrEqual(60)
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('region', { name: textEn.column, exact: true }).getByText(`${TEXT}0`).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('region', { name: textEn.column, exact: true }).getByText(`${TEXT}1`, { exact: true }).waitFor()
  expect(await rows.count()).toBeLessThanOrEqual(60)
  // The titles and authors of these do not exist.
  expect(errors.filter((error) => !/404|not found/i.test(error))).toEqual([])
})

test('another role sees no comment', async () => {
  const { page } = await signedIn('finance', 'en_US', '/comments')
  await page.getByText(shellEn.noPermission.title).waitFor()
  expect(await page.getByRole('link', { name: shellEn.screens.comments }).count()).toBe(0)
})
