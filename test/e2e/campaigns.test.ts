import { expect, test } from 'vitest'
import type { Campaign } from '#contract/campaigns.ts'
import { campaigns as en } from '#text/en_US/campaigns.ts'
import { campaigns as zh } from '#text/zh_HK/campaigns.ts'
import { images } from '#text/zh_HK/images.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { aPhoto } from '../support/uploads.ts'
import { succeed } from './support/members.ts'
import { eventually, hashOf, type Page, visit } from './support/world.ts'

const at = (codeName: string) => `/#${PATHS.campaignSite}?codeName=${codeName}`
const REVIEW = '獅頭重四斤，少年心裏的恐懼卻難以量度。鼓聲由散亂到整齊，寫出一班人如何學會互相信任，最後一躍很有份量。'

const formOf = async () =>
  (await succeed<Campaign>('/api_v2/campaign', { codeName: 'STUDENT_REVIEW' })).blocks.find(
    (block) => block.kind === 'form',
  )!

async function fill(page: Page, film: string): Promise<void> {
  const form = page.locator('form')
  await form.getByLabel('筆名').fill('小樁')
  await form.getByLabel('就讀年級').selectOption('s4')
  await form.getByLabel('電郵地址').fill('student@example.com')
  await form.getByLabel('影片').selectOption(film)
  await form.getByLabel('影評').fill(REVIEW)
}

test('a visitor sends a review with a picture; the draft survives a reload, and one title is reviewed once', async () => {
  const form = await formOf()
  const { page, errors } = await visit({ path: at('STUDENT_REVIEW') })
  await page.getByRole('heading', { level: 1, name: '學生影評大賽' }).waitFor()
  await fill(page, 'tram')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lion.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
  await page.getByText(images.metadataRemoved).first().waitFor()
  await page.reload()
  await page.getByText('lion.jpg').waitFor()
  expect(await page.getByRole('textbox', { name: '影評' }).inputValue()).toBe(REVIEW)
  await page.getByRole('button', { name: form.submitText }).click()
  await page.getByText(zh.form.agree).waitFor()
  await page.getByRole('checkbox', { name: form.terms.text }).press('Space')
  await page.getByRole('button', { name: form.submitText }).click()
  await page.getByRole('heading', { name: zh.sent.title }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: zh.sent.title }).waitFor()
  await page.getByRole('button', { name: zh.sent.again }).click()
  await fill(page, 'tram')
  await page.getByRole('checkbox', { name: form.terms.text }).press('Space')
  await page.getByRole('button', { name: form.submitText }).click()
  await page.getByText('你的提交次數已達上限').waitFor()
  expect(errors).toEqual([])
})

test('in English WARRIORS48 leads on to its plan, and takes a code', async () => {
  const { page } = await visit({ path: at('WARRIORS48'), language: 'en_US' })
  await page.getByRole('heading', { level: 1, name: 'Warriors 48' }).waitFor()
  await page.getByRole('heading', { name: 'Got a code?' }).waitFor()
  await page.getByRole('link', { name: 'See the plan' }).click()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.warriors48}`)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Warriors 48' }).waitFor()
})

test('an unknown code name leads home', async () => {
  const { page } = await visit({ path: at('NOTHING'), language: 'en_US' })
  await page.getByRole('heading', { name: en.unknown.title }).waitFor()
  await page.getByRole('link', { name: en.unknown.home }).click()
  await eventually(() => hashOf(page)).toBe(`#${PATHS.home}`)
})
