import { expect, test } from 'vitest'
import { IMAGE_BYTES_MAX } from '#contract/image-uploads.ts'
import { contact as en } from '#text/en_US/contact.ts'
import { errors as errorsEn } from '#text/en_US/errors.ts'
import { contact as zh, type ContactText } from '#text/zh_HK/contact.ts'
import { fieldRules } from '#text/zh_HK/errors.ts'
import { help } from '#text/zh_HK/help.ts'
import { images } from '#text/zh_HK/images.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { noiseImage } from '../support/odd-images.ts'
import { aPhoto } from '../support/uploads.ts'
import { seriousViolations } from './support/accessibility.ts'
import { chooseProfile, profilesOf, register, succeed } from './support/members.ts'
import { visitAs } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, visit, waitForScreen, world } from './support/world.ts'

const CONTACT = `/#${PATHS.contact}`

/** The newest mail to an address, as text. */
async function latestMail(address: string): Promise<string> {
  const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(address)}`)
  const { list } = (await answer.json()) as { list: unknown[] }
  return JSON.stringify(list[0] ?? '')
}

const newAddress = () => `contact-${crypto.randomUUID()}@example.com`
const field = (page: Page, name: string) => page.locator('main').getByLabel(name, { exact: true })
const submit = (page: Page, text: ContactText = zh) => page.getByRole('button', { name: text.submit, exact: true })
const imageInput = (page: Page) => page.locator('main input[type=file]')

/** Fills in all but the image and the code. */
async function fillIn(page: Page, email: string, text: ContactText = zh): Promise<void> {
  await page.getByRole('radio', { name: text.themes.technical }).press('Space')
  await field(page, text.content).fill('播放時出現錯誤編號 4032。')
  await field(page, text.name).fill('陳子晴')
  await field(page, text.phone).fill('28881234')
  await page.getByRole('checkbox', { name: text.noAccount }).press('Space')
  await field(page, text.email).fill(email)
}

/** Sends the code, and returns it from the mail. */
async function sendCode(page: Page, email: string, text: ContactText = zh): Promise<string> {
  await page.getByRole('button', { name: text.send, exact: true }).click()
  await page.getByText(text.sent(email)).waitFor()
  await eventually(() => latestMail(email)).toMatch(/\b\d{6}\b/)
  return /\b\d{6}\b/.exec(await latestMail(email))![0]
}

const photo = async () => ({ name: '醒獅.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(600, 400) })

test('a visitor sends a message with an image and a code, gets a case number that stays over a reload, and a copy', async () => {
  const { page, errors: consoleErrors } = await visit({ path: CONTACT })
  const email = newAddress()
  await fillIn(page, email)
  expect(await field(page, zh.device).inputValue()).toMatch(/Chrome/)
  await imageInput(page).setInputFiles(await photo())
  await page.getByText(images.metadataRemoved, { exact: true }).waitFor()
  await eventually(() =>
    page.getByRole('img', { name: images.alt }).evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(0)
  await page.getByRole('checkbox', { name: zh.copyToSelf }).press('Space')
  const code = await sendCode(page, email)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('one-time-code')
  await field(page, zh.code).fill(code)
  expect(await seriousViolations(page)).toEqual([])
  await submit(page).click()
  await page.getByRole('heading', { level: 2, name: zh.done.title }).waitFor()
  const caseNumber = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()
  await eventually(() => latestMail(email)).toContain(caseNumber!)
  await page.reload()
  await page.getByText(caseNumber!, { exact: true }).waitFor()
  await page.getByRole('button', { name: zh.done.another }).click()
  expect(await field(page, zh.content).inputValue()).toBe('')
  expect(consoleErrors).toEqual([])
})

test.runIf(isFull)(
  'a member finds its own details, and a wrong code is said at its field before the right one sends the message',
  async () => {
    const member = await register('陳子晴')
    const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
    const { page } = await visitAs(member, { path: CONTACT, profile, language: 'en_US' })
    const email = `${member.mobileno}@example.com`
    await waitForScreen(page, 'en_US')
    await eventually(() => field(page, en.email).inputValue()).toBe(email)
    expect(await field(page, en.name).inputValue()).toBe('陳子晴')
    expect((await field(page, en.phone).inputValue()).replaceAll(' ', '')).toBe(member.mobileno)
    expect(await field(page, en.account).inputValue()).toBe(member.mobileno)
    await page.getByRole('radio', { name: en.themes.payment }).press('Space')
    await field(page, en.content).fill('I was charged twice.')
    await submit(page, en).click()
    await page.getByText(en.codeMissing).waitFor()
    const code = await sendCode(page, email, en)
    await field(page, en.code).fill(code === '111111' ? '222222' : '111111')
    await submit(page, en).click()
    await page.getByText(errorsEn.WRONG_CODE({})).waitFor()
    await field(page, en.code).fill(code)
    await submit(page, en).click()
    await page.getByRole('heading', { level: 2, name: en.done.title }).waitFor()
  },
)

test('what is missing or wrong is said at each field, in the order of the form', async () => {
  const { page } = await visit({ path: CONTACT, size: 'phone' })
  await submit(page).click()
  await page.getByText(zh.codeMissing).waitFor()
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('theme')
  await field(page, zh.email).fill('not an address')
  await page.getByRole('button', { name: zh.send, exact: true }).click()
  await page.getByText(fieldRules.EMAIL).waitFor()
  const attributes = (name: string) =>
    field(page, name).evaluate((input) => [input.getAttribute('type'), input.getAttribute('inputmode')])
  expect(await attributes(zh.email)).toEqual(['email', 'email'])
  expect(await attributes(zh.phone)).toEqual(['tel', 'tel'])
  expect(await attributes(zh.code)).toEqual(['text', 'numeric'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test.runIf(isFull)(
  'a photograph that is too large is made smaller; what cannot be, or is no image, is refused',
  async () => {
    const { page } = await visit({ path: CONTACT })
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('/upload/image') && requests.push(request.url()))
    const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(IMAGE_BYTES_MAX + 100_000) }
    await imageInput(page).setInputFiles(large)
    await page.getByText(images.tooLarge('5.1 MB', '5 MB')).waitFor()
    await imageInput(page).setInputFiles({
      name: 'a.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })
    await page.getByText(images.wrongType).waitFor()
    expect(requests).toEqual([])
    await imageInput(page).setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('GIF89a not a png'),
    })
    await page.getByText(fieldRules.FILE_TYPE).waitFor()
    expect(requests).toHaveLength(1)
    // As a phone takes it: larger than the limit, and made smaller before it is sent.
    const buffer = await noiseImage(2600).jpeg({ quality: 98 }).toBuffer()
    expect(buffer.length).toBeGreaterThan(IMAGE_BYTES_MAX)
    await imageInput(page).setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('img', { name: images.alt }).waitFor()
    await page.getByRole('button', { name: images.remove }).click()
    await page.getByRole('img', { name: images.alt }).waitFor({ state: 'detached' })
  },
)

test.runIf(isFull)('a draft with its image stays over a reload, without the code', async () => {
  const { page } = await visit({ path: CONTACT })
  const email = newAddress()
  await fillIn(page, email)
  await imageInput(page).setInputFiles(await photo())
  await page.getByRole('img', { name: images.alt }).waitFor()
  await field(page, zh.code).fill('123456')
  await page.reload()
  await eventually(() => field(page, zh.content).inputValue()).toContain('4032')
  expect(await field(page, zh.email).inputValue()).toBe(email)
  expect(await field(page, zh.code).inputValue()).toBe('')
  expect(await page.getByRole('radio', { name: zh.themes.technical }).isChecked()).toBe(true)
  await page.getByRole('img', { name: images.alt }).waitFor()
})

test('the form of the app has no header; the help centre leads to the form; a child is sent to its parents', async () => {
  const { page } = await visit({ path: `/#${PATHS.mobileHelpCenter}` })
  await page.getByRole('link', { name: help.contact.link }).click()
  await submit(page).waitFor()
  expect(hashOf(page)).toBe(`#${PATHS.mobileContact}`)
  expect(await page.getByRole('banner').count()).toBe(0)
  const kids = await visit({ path: `/#${PATHS.mobileContact}`, kids: true })
  await kids.page.getByRole('heading', { level: 1, name: zh.kids.title }).waitFor()
  expect(await kids.page.locator('form').count()).toBe(0)
})

test.runIf(isFull)('consent to direct marketing is given and withdrawn in the personal details', async () => {
  const { consultation: text } = account
  const member = await register()
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const { page } = await visitAs(member, { path: `/#${PATHS.setupUserConsultation}`, profile })
  const consent = page.getByRole('switch', { name: text.marketing })
  const agreed = async () =>
    (await succeed<{ profile: { agreeMarketing: boolean } }>('/api/userProfile.action', {}, member.token)).profile
      .agreeMarketing
  await consent.click()
  await page.locator('output').getByText(text.marketingOn).waitFor()
  expect(await agreed()).toBe(true)
  await page.reload()
  await eventually(() => consent.getAttribute('aria-checked')).toBe('true')
  await consent.click()
  await page.locator('output').getByText(text.marketingOff).waitFor()
  expect(await agreed()).toBe(false)
})
