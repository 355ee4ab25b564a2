import { expect, test } from 'vitest'
import { comments as text } from '#text/zh_HK/comments.ts'
import { loginPrompt } from '#text/zh_HK/login.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, type Member, memberStorage, profilesOf, register, succeed } from './support/members.ts'
import { approveComment, emailCodeOf, publishComment, reviewComments, verifyEmail } from './support/reviewing.ts'
import { eventually, hashOf, type Page, type Size, visit, world } from './support/world.ts'

const { film, members } = world
const detailOf = (programId: string) => `/#/category/movie?programId=${programId}`
const COMMENT =
  '最後一場戲的沉默比任何對白都有力，燈光與配樂互相呼應，令人久久不能忘懷，值得一看再看，推薦給每一位喜歡港產片的朋友細味。'

/** A member in the first profile, with the details of a title open at its comments. */
async function openComments({ own, programId, size }: { own: Member; programId: string; size?: Size }) {
  const [first] = await profilesOf(own)
  const profile = await chooseProfile(own, first!)
  const options = { storageState: memberStorage(own, { profile }) }
  const visited = await visit({ path: detailOf(programId), options, ...(size && { size }) })
  return { ...visited, section: await scrollToComments(visited.page) }
}

async function scrollToComments(page: Page) {
  const section = page.getByRole('dialog').getByRole('region', { name: text.title })
  await page.getByRole('dialog').locator('[aria-busy=false]').waitFor()
  await eventually(async () => {
    await page.getByRole('dialog').first().press('End')
    return section.count()
  }).toBe(1)
  await section.scrollIntoViewIfNeeded()
  return section
}

const ratingOf = async (programId: string, { token }: Member) =>
  succeed<{ mine: number | null; votes: number }>('/api_v2/rating/get', { programId }, token)

test('a member rates by keyboard and by pointer, by halves, and takes the vote back', async () => {
  const own = await register()
  await verifyEmail(own)
  const { page, section, errors } = await openComments({ own, programId: members.programId })
  const slider = section.getByRole('slider', { name: text.rating.own })
  await slider.focus()
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowRight')
  expect(await slider.getAttribute('aria-valuetext')).toBe(text.rating.stars('2.5'))
  await section.getByText(text.rating.saved).waitFor()
  expect(await ratingOf(members.programId, own)).toMatchObject({ mine: 2.5 })
  const box = (await slider.boundingBox())!
  await page.mouse.click(box.x + box.width * 0.87, box.y + box.height / 2)
  await eventually(async () => (await ratingOf(members.programId, own)).mine).toBe(4.5)
  await eventually(() => slider.getAttribute('aria-valuetext')).toBe(text.rating.stars('4.5'))
  await section.getByRole('button', { name: text.rating.clear }).click()
  await eventually(async () => (await ratingOf(members.programId, own)).mine).toBeNull()
  expect(errors).toEqual([])
})

test.each(isFull ? (['desktop', 'phone'] as const) : (['phone'] as const))(
  'the first vote leaves the stars where they are (%s)',
  async (size) => {
    const own = await register()
    await verifyEmail(own)
    const { section } = await openComments({ own, programId: film.programId, size })
    const slider = section.getByRole('slider', { name: text.rating.own })
    const clear = section.getByRole('button', { name: text.rating.clear })
    const top = () => slider.evaluate((stars) => stars.getBoundingClientRect().top)
    await section.getByText(text.rating.none, { exact: true }).waitFor()
    const before = await top()
    await slider.click({ position: { x: 30, y: 20 } })
    await section.getByText(text.rating.saved).waitFor()
    expect(await top()).toBe(before)
    await clear.click()
    await clear.waitFor({ state: 'detached' })
    expect(await top()).toBe(before)
  },
)

test.runIf(isFull)(
  'the rating at the top of the details is the one after the own vote, also after a reload',
  async () => {
    const own = await register()
    await verifyEmail(own)
    const { page, section } = await openComments({ own, programId: film.programId })
    await section.getByRole('slider', { name: text.rating.own }).press('End')
    await section.getByText(text.rating.saved).waitFor()
    const { rating, votes } = await succeed<{ rating: number; votes: number }>('/api_v2/rating/get', film, own.token)
    const label = viewer.cards.rated(rating.toFixed(1), String(votes))
    const shown = page.getByRole('dialog').getByText(label, { exact: true }).first()
    await shown.waitFor({ state: 'attached' })
    await page.reload()
    await shown.waitFor({ state: 'attached' })
    await succeed('/api_v2/rating/remove', { programId: film.programId }, own.token)
  },
)

test('a comment adds the e-mail address right there, waits for review, and is read by others once it is approved', async () => {
  const own = await register()
  const { page, section, errors } = await openComments({ own, programId: film.programId })
  const area = section.getByRole('textbox', { name: text.write.label })
  const submit = section.getByRole('button', { name: text.write.submit })
  await area.fill('太短')
  expect(await submit.isDisabled()).toBe(true)
  await area.fill(`${COMMENT}${own.mobileno.slice(-4)}`)
  await section.getByRole('checkbox', { name: text.write.spoiler }).check()
  await submit.click()
  const email = section.getByRole('region', { name: text.email.purposes.comment.title })
  await email.getByRole('button', { name: text.email.send }).click()
  await email.getByLabel(text.email.code).fill(await emailCodeOf(own))
  const item = section.getByRole('listitem').filter({ hasText: text.item.waitingText })
  await item.getByText(COMMENT).waitFor()
  expect(await area.inputValue()).toBe('')

  const listed = (await reviewComments('list')).findIndex((line) => line.includes(own.mobileno.slice(-4)))
  expect(listed).toBeGreaterThan(0)
  const { unpublished } = await succeed<{ unpublished: { commentId: string }[] }>(
    '/api_v2/comment/list',
    { programId: film.programId },
    own.token,
  )
  await approveComment(unpublished[0]!.commentId)
  const reader = await openComments({ own: await register(), programId: film.programId, size: 'phone' })
  const read = reader.section.getByRole('listitem').filter({ hasText: text.item.spoiler }).first()
  expect(await read.getByText(COMMENT).isVisible()).toBe(false)
  await read.getByRole('button', { name: text.item.show }).click()
  await read.getByText(COMMENT).waitFor()
  expect([...errors, ...reader.errors]).toEqual([])
  await page.close()
})

test('a comment of somebody else is liked and reported once; one’s own is edited and deleted', async () => {
  const [writer, own] = [await register('走甜先生'), await register()]
  const { programId } = members
  // Of this run: another one may have left its own.
  const mark = writer.mobileno.slice(-4)
  await publishComment(writer, { programId, text: `${COMMENT}${mark}甲` })
  const { section, page } = await openComments({ own, programId })
  const item = section.getByRole('listitem').filter({ hasText: `${mark}甲` })
  await item.getByRole('button', { name: text.item.like }).click()
  await item.getByRole('button', { name: text.item.liked, pressed: true }).waitFor()
  await item.getByRole('button', { name: text.item.report }).click()
  const dialog = page.getByRole('dialog', { name: text.report.title })
  await dialog.getByRole('radio', { name: text.report.reasons.abuse }).check()
  await dialog.getByRole('button', { name: text.report.submit }).click()
  await item.getByText(text.item.reported).waitFor()
  expect((await reviewComments('list')).join('\n')).toContain('reported as abuse')

  const mine = await openComments({ own: writer, programId })
  const written = mine.section.getByRole('listitem').filter({ hasText: mark })
  await written.getByRole('button', { name: text.item.edit }).click()
  await written.getByRole('textbox').fill(`${COMMENT}${mark}乙`)
  await written.getByRole('button', { name: text.write.save }).click()
  await written.getByText(text.item.waiting, { exact: true }).waitFor()
  await written.getByRole('button', { name: text.item.remove }).click()
  await mine.page
    .getByRole('dialog', { name: text.item.removeTitle })
    .getByRole('button', { name: text.item.remove })
    .click()
  await written.waitFor({ state: 'detached' })
})

/** Logs in at the prompt that is open, and chooses the first profile. */
async function logIn(page: Page, own: Member) {
  const prompt = page.getByRole('dialog', { name: loginPrompt.title })
  await prompt.getByRole('button', { name: loginPrompt.login }).click()
  await eventually(() => hashOf(page)).toContain('#/login')
  await page.locator('input[autocomplete~="username"], input[type="tel"]').first().fill(own.mobileno)
  await page.locator('input[type="password"]').first().fill(own.password)
  await page.keyboard.press('Enter')
  await eventually(() => hashOf(page)).toContain('#/profiles')
  await page
    .getByRole('button', { name: /陳大文/ })
    .first()
    .click()
  await eventually(() => hashOf(page)).toContain('programId')
}

test.runIf(isFull)("a visitor's rating is given after the login", async () => {
  const own = await register()
  await verifyEmail(own)
  const { page } = await visit({ path: detailOf(film.programId) })
  const section = await scrollToComments(page)
  await section.getByRole('slider', { name: text.rating.own }).press('End')
  await logIn(page, own)
  await eventually(async () => (await ratingOf(film.programId, own)).mine).toBe(5)
})

test.runIf(isFull)('a visitor who reports a comment is at its report after the login', async () => {
  const [writer, own] = [await register('走甜先生'), await register()]
  const { programId } = members
  const mark = writer.mobileno.slice(-4)
  await publishComment(writer, { programId, text: `${COMMENT}${mark}丙` })
  const { page } = await visit({ path: detailOf(programId) })
  const section = await scrollToComments(page)
  const item = section.getByRole('listitem').filter({ hasText: `${mark}丙` })
  await item.getByRole('button', { name: text.item.report }).click()
  await logIn(page, own)
  await scrollToComments(page)
  const dialog = page.getByRole('dialog', { name: text.report.title })
  await dialog.getByRole('radio', { name: text.report.reasons.advert }).check()
  await dialog.getByRole('button', { name: text.report.submit }).click()
  await item.getByText(text.item.reported).waitFor()
})
