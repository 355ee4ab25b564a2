import type { CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { until } from '../test/support/processes.ts'
import { makeMember } from './support/member.ts'
import { needBrowser } from './support/needs.ts'
import { PACKAGED_SECONDS, publishLongVideo } from './support/long-video.ts'
import { checkBudgets, printTable } from './support/table.ts'

/**
 * The heap of a page that plays for 35 minutes, after a garbage collection at minute 5 and at the end: what the player keeps of a film
 * (segments, cues, timers, reports) must not grow with it. A member watches, so that the stream's slot and the progress are reported too.
 * `BENCH_MINUTES` is the length, 35 unless told; the first measurement is at a seventh of it.
 */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 35)
const FIRST_MINUTE = MINUTES / 7
/** More than this is a leak, in megabytes. */
const GROWTH_MB = 10
/** The title is this much longer than what is played: its end must not come before the last measurement. */
const SPARE_MINUTES = 1

interface Measured {
  minute: number
  heapMb: number
  nodes: number
  listeners: number
}

const minuteOf = (page: Page): Promise<number> =>
  page.evaluate(() => (document.querySelector<HTMLVideoElement>('section video')?.currentTime ?? 0) / 60)

/** Waits until a minute of the title is played, then counts what is left after a garbage collection. */
async function measureAt(page: Page, devtools: CDPSession, minute: number): Promise<Measured> {
  const what = `minute ${minute.toFixed(1)} of the title`
  await until(async () => (await minuteOf(page)) >= minute, { what, seconds: 120 * MINUTES + 120 })
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters')
  return { minute: await minuteOf(page), heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners }
}

needBrowser()
const stored: Record<string, string> = {}
const repetitions = Math.ceil(((MINUTES + SPARE_MINUTES) * 60) / PACKAGED_SECONDS)
const video = await publishLongVideo(repetitions, async (app) => {
  const { token, profileId } = await makeMember(app, '92340001')
  const profile = { profileId, name: 'Bench', avatar: '', avatarId: 'tram', childrenModel: false, preferences: [] }
  Object.assign(stored, { token, mobileno: '92340001', currentProfile: JSON.stringify(profile) })
})
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const origin = `http://127.0.0.1:${video.port}`
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([name, value]) => localStorage.setItem(name, value)),
    stored,
  )
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`${origin}/#/play?programId=${video.programId}&programGuid=${video.programId}`)
  const first = await measureAt(page, devtools, FIRST_MINUTE)
  const last = await measureAt(page, devtools, MINUTES)
  printTable(
    ['at minute', 'heap MB', 'DOM nodes', 'listeners'],
    [first, last].map(({ minute, heapMb, nodes, listeners }) => [minute.toFixed(1), heapMb, nodes, listeners]),
  )
  checkBudgets([
    {
      name: `heap after ${MINUTES} minutes of play, more than at minute ${FIRST_MINUTE.toFixed(1)}, MB`,
      found: last.heapMb - first.heapMb,
      atMost: GROWTH_MB,
    },
  ])
} finally {
  await browser.close()
  await video.close()
}
