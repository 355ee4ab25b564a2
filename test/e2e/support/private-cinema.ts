import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutputOf } from '#contract/endpoint.ts'
import type { obtainPersonalCinema, privateCinemaList } from '#contract/private-cinema.ts'
import { screenings } from '#text/zh_HK/screenings.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { launch } from '../../support/launch.ts'
import { chooseProfile, type Member, profilesOf, succeed } from './members.ts'
import { memberWithCredits } from './paying.ts'
import { isPaused, playerVideo } from './playing.ts'
import { visitAs } from './profile-pages.ts'
import { clockNow, eventually, type Page, visit, world } from './world.ts'

let first: Promise<number> | undefined
let starts = 0

/** Some minutes ago by the service's clock. Starts of one title differ by whole minutes, however long the journeys between them take. */
async function nextStart(): Promise<Date> {
  first ??= clockNow().then((now) => Math.floor(Date.parse(now) / 60_000) - 5)
  return new Date(((await first) - starts++) * 60_000)
}

/** Puts a start of a title on sale that began a few minutes ago: 20 credits, three seats. @returns its id */
export async function putOnSale(programId: string, change: object = {}): Promise<string> {
  const slotId = `e2e-${randomUUID()}`
  const startsAt = await nextStart()
  const record = {
    kind: 'screening',
    slotId,
    programId,
    startsAt: startsAt.toISOString(),
    credits: 20,
    price: 20,
    tickets: 1,
    seats: 3,
    capacity: 30,
    ...change,
  }
  const file = join(tmpdir(), `${slotId}.jsonl`)
  await writeFile(file, JSON.stringify(record))
  const command = launch(['content', 'import', file], { dataDir: world.dataDir })
  if ((await command.exitCode) !== 0) throw new Error(`no start was put on sale:\n${command.lines.join('\n')}`)
  return slotId
}

export const slotOf = async (slotId: string) =>
  (await succeed<OutputOf<typeof privateCinemaList>>('/api_v2/privateCinema/list')).list.find(
    (one) => one.slotId === slotId,
  )

export const screeningsOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof obtainPersonalCinema>>('/api/ObtainPersonalCinema.action', {}, token)).list

/** Opens a path as a member, by default a new one with credits. `prepare` runs before the page is loaded. */
export async function openAsBuyer(path: string, member?: Member, prepare?: (page: Page) => Promise<unknown>) {
  const buyer = member ?? (await memberWithCredits('陳子晴'))
  const profile = await chooseProfile(buyer, (await profilesOf(buyer))[0]!)
  const visited = await visitAs(buyer, { path: `/${path}`, profile, ...(prepare && { prepare }) })
  return { member: buyer, ...visited }
}

/** Buys a start with credits on its screen. @returns the screening's id and its guests' link */
export async function buyWithCredits(slotId: string, member?: Member) {
  const visited = await openAsBuyer(paths.payCinema(slotId), member)
  return { ...visited, ...(await payWithCredits(visited, slotId)) }
}

/** Buys the start whose screen is open. */
export async function payWithCredits({ page, member }: { page: Page; member: Member }, slotId: string) {
  await page.getByRole('button', { name: new RegExp(`^${screenings.buy.payCredits('20')}`) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: screenings.buy.payCredits('20') })
    .click()
  await page.getByText(screenings.room.bought).waitFor()
  const own = (await screeningsOf(member)).find((one) => one.slotId === slotId)!
  return { screeningId: own.screeningId, guestURL: own.guestURL! }
}

/** A guest without an account takes a seat by the link of an open screening, and is in it by one click. `calls` collects what it requests. */
export async function joinAsGuest(guestURL: string, { name = '海棠', calls = [] as string[] } = {}) {
  const visited = await visit({ path: guestURL, language: 'zh_HK' })
  const { page } = visited
  await page.getByLabel(screenings.join.name).fill(name)
  const url = page.url()
  page.on('request', (request) => {
    if (page.url() !== url) calls.push(request.url())
  })
  await page.getByRole('button', { name: screenings.join.action }).click()
  await expectFrame(page)
  return visited
}

/** Goes on to the player. */
export async function enter(page: Page): Promise<void> {
  await page.getByRole('link', { name: screenings.room.play }).click()
  await expectFrame(page)
}

async function expectFrame(page: Page): Promise<void> {
  await playerVideo(page).waitFor({ state: 'attached' })
  await eventually(() => playerVideo(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
}

/** The host clicks the button that begins. */
export const begin = (page: Page) => page.getByRole('button', { name: screenings.together.begin.action }).click()

/** Positions of two players at one instant, in seconds: each says its own with the time at which it was read. */
export async function driftOf(host: Page, guest: Page): Promise<number> {
  const read = (page: Page) =>
    playerVideo(page).evaluate((video: HTMLVideoElement) => ({
      at: performance.timeOrigin + performance.now(),
      time: video.currentTime,
      moves: !video.paused,
    }))
  const [one, other] = await Promise.all([read(host), read(guest)])
  const later = Math.max(one.at, other.at)
  const now = ({ at, time, moves }: typeof one) => time + (moves ? (later - at) / 1000 : 0)
  return Math.abs(now(one) - now(other))
}

/** Both play, or both are paused. */
export const bothPaused = async (host: Page, guest: Page, paused: boolean): Promise<void> => {
  for (const page of [host, guest]) await eventually(() => isPaused(page)).toBe(paused)
}

export const privatePath = PATHS.private
