import { test } from 'vitest'
import { contact as text } from '#text/zh_HK/contact.ts'
import { errors } from '#text/zh_HK/errors.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { advanceClock, eventually, visit, world } from './support/world.ts'

test('a code that came too late is said at its field, and the next one sends the message', async () => {
  const email = `contact-${crypto.randomUUID()}@example.com`
  const latestCode = async (to: string) => {
    const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(to)}`)
    const { list } = (await answer.json()) as { list: unknown[] }
    return /\b\d{6}\b/.exec(JSON.stringify(list[0] ?? ''))?.[0] ?? ''
  }
  const again = `again-${email}`
  const { page } = await visit({ path: `/#${PATHS.contact}` })
  const main = page.locator('main')
  await main.getByRole('radio', { name: text.themes.other }).press('Space')
  await main.getByLabel(text.content, { exact: true }).fill('想了解合作方式。')
  await main.getByLabel(text.name, { exact: true }).fill('陳子晴')
  await main.getByLabel(text.phone, { exact: true }).fill('28881234')
  await main.getByRole('checkbox', { name: text.noAccount }).press('Space')
  await main.getByLabel(text.email, { exact: true }).fill(email)
  await main.getByRole('button', { name: text.send, exact: true }).click()
  await eventually(() => latestCode(email)).toMatch(/^\d{6}$/)
  const late = await latestCode(email)
  await advanceClock('PT11M')
  await main.getByLabel(text.code, { exact: true }).fill(late)
  await main.getByRole('button', { name: text.submit, exact: true }).click()
  await main.getByText(errors.CODE_EXPIRED({})).waitFor()
  // The wait of the button is a minute of the browser's own clock, which a changed address ends.
  await main.getByLabel(text.email, { exact: true }).fill(again)
  await main.getByRole('button', { name: text.send, exact: true }).click()
  await eventually(() => latestCode(again)).toMatch(/^\d{6}$/)
  await main.getByLabel(text.code, { exact: true }).fill(await latestCode(again))
  await main.getByRole('button', { name: text.submit, exact: true }).click()
  await main.getByRole('heading', { level: 2, name: text.done.title }).waitFor()
})
