import { expect, onTestFinished, test } from 'vitest'
import { STREAM_KEEP_SECONDS } from '#contract/devices.ts'
import { player as text } from '#text/zh_HK/player.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, type Member, profilesOf, register, send, succeed } from './support/members.ts'
import { expectPlaying, playPath } from './support/playing.ts'
import { visitAs } from './support/profile-pages.ts'
import { eventually, world } from './support/world.ts'

const { programId } = world.film
const TITLE = { programId, programGuid: programId }
const panelOf = (page: Awaited<ReturnType<typeof visitAs>>['page']) => page.getByRole('alertdialog')

/** The same member on another device. */
async function onAnotherDevice({ mobileno, areaCode, password, ...member }: Member): Promise<Member> {
  const opened = await succeed<Pick<Member, 'token' | 'userId' | 'partner'>>('/api/login.action', {
    mobileno,
    areaCode,
    password,
  })
  return { ...member, mobileno, areaCode, password, ...opened }
}

async function playOn(member: Member) {
  const [profile] = await profilesOf(member)
  return visitAs(member, { path: playPath(programId), profile: await chooseProfile(member, profile!) })
}

/** Reports that a device plays, as a player does, until the test ends. */
async function keepPlaying({ token }: Member): Promise<void> {
  const keep = () => send('/api_v2/stream/keep', TITLE, token)
  await keep()
  const timer = setInterval(() => void keep(), STREAM_KEEP_SECONDS * 1000)
  onTestFinished(() => clearInterval(timer))
}

const running = async ({ token }: Member) =>
  (await succeed<{ list: { streamId: string; current: boolean }[] }>('/api_v2/stream/list', {}, token)).list

test('a third device is told which two are playing, stops one and plays; that one may not go on', async () => {
  const first = await register()
  const second = await onAnotherDevice(first)
  const third = await onAnotherDevice(first)
  await succeed('/api_v2/order', TITLE, second.token)
  await keepPlaying(second)
  const { page: onFirst } = await playOn(first)
  await expectPlaying(onFirst)
  expect(await running(first)).toHaveLength(2)

  const { page, errors } = await playOn(third)
  await panelOf(page).getByRole('heading', { name: text.failure.streams.title }).waitFor()
  await panelOf(page).getByText(text.failure.code('STREAM_LIMIT')).waitFor()
  const rows = panelOf(page).getByRole('listitem')
  expect(await rows.count()).toBe(2)
  // The one that began last: the browser of the first device.
  await rows.last().getByRole('button').click()
  await expectPlaying(page)
  expect(errors).toEqual([])
  expect(await running(third)).toHaveLength(2)

  expect(await send('/api_v2/stream/keep', TITLE, first.token)).toMatchObject({ errorCode: 'STREAM_ENDED' })
})

test('leaving the player frees its slot at once', async () => {
  const member = await register()
  const other = await onAnotherDevice(member)
  const { page } = await playOn(member)
  await expectPlaying(page)
  expect(await running(other)).toHaveLength(1)
  await page.keyboard.press('k')
  await page.getByRole('button', { name: text.back }).first().click()
  await eventually(async () => (await running(other)).length).toBe(0)
})

test.runIf(isFull)('looking at a title takes no slot', async () => {
  const member = await register()
  const [profile] = await profilesOf(member)
  const { page } = await visitAs(member, {
    path: `/#/category/list?programId=${programId}`,
    profile: await chooseProfile(member, profile!),
  })
  const ordered = page.waitForResponse((answer) => answer.url().includes('/api_v2/order'))
  expect(new URL((await ordered).url()).searchParams.get('phase')).toBe('preload')
  expect(await running(member)).toEqual([])
})
