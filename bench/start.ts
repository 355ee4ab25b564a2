import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { until } from '../test/support/processes.ts'
import { createLongVideo, type LongVideo } from './support/long-video.ts'
import { needBrowser, needEncoder } from './support/needs.ts'
import { createShapingProxy } from './support/shaping-proxy.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Time from clicking play to the first frame, and from a seek to 90 %, which is not
 * buffered yet, to the first frame there; compared with a bare `<video>` of the same rung as a progressive file.
 * With reduced motion and a detail overlay open for one second. `cold` is without preloading. On loopback, and through
 * a shaped connection.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 9)
const OPEN_MS = 1_000
/** Home's own requests have finished by then. */
const REST_MS = 1_000
/** Playing time before the seek. */
const PLAYED_MS = 1_000
/** The overlay's own play button, not the one shown after scrolling. */
const PLAY = 'dialog a[href*="/play?"] >> visible=true'
const LINE = { bitsPerSecond: 10e6, roundTripMs: 40 }

/**
 * Runs in each page: records the time of the click and of the first frames. The start is over with the page's frame after the one that
 * painted the video with data: of a preloaded video, `requestVideoFrameCallback` reports the second frame only, 40 ms later.
 */
const WATCH = `
  window.seen = { clickedAt: 0, soughtAt: 0 }
  addEventListener('pointerup', (event) => { seen.clickedAt = event.timeStamp }, true)
  addEventListener('keydown', (event) => {
    if (event.code !== 'Digit9' || !seen.video) return
    seen.soughtAt = event.timeStamp
    const { video } = seen
    const target = 0.9 * video.duration
    seen.wasLoaded = Array.from({ length: video.buffered.length }).some((_, at) => video.buffered.end(at) > target)
    const look = (_, { mediaTime }) => {
      if (Math.abs(mediaTime - target) < 2) seen.seekMs = performance.now() - seen.soughtAt
      else video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
  }, true)
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function () {
    if (seen.clickedAt && !seen.video && this.requestVideoFrameCallback) {
      seen.video = this
      const shown = () => {
        if (seen.startMs) return
        seen.startMs = performance.now() - seen.clickedAt
        seen.height = this.videoHeight
      }
      const look = () => {
        const isPainted = this.isConnected && this.clientWidth > 0 && this.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
        requestAnimationFrame(isPainted ? shown : look)
      }
      requestAnimationFrame(look)
      this.requestVideoFrameCallback(shown)
    }
    return play.call(this)
  }`

/** A page with a button only. The URL contains the file name. */
const BARE_PAGE = `<!doctype html><style>video{width:100%}</style><button>Play</button><script>
  document.querySelector('button').addEventListener('pointerup', () => {
    const video = document.createElement('video')
    video.src = location.hash.slice(1)
    document.body.append(video)
    video.play()
  })
  addEventListener('keydown', () => { const { video } = seen; video.currentTime = 0.9 * video.duration })
</script>`

interface Seen {
  startMs?: number
  seekMs?: number
  height?: number
  wasLoaded?: boolean
}

type Kind = 'ready' | 'cold' | 'bare'

interface Visit {
  browser: Browser
  video: LongVideo
  ports: { ours: number; bare: number }
  /** Height of the bare file. */
  height: number
}

async function visit(kind: Kind, { browser, video, ports, height }: Visit): Promise<Required<Seen>> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    // Data saver disables preloading.
    if (kind === 'cold')
      await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
    if (kind === 'bare') await page.goto(`http://127.0.0.1:${ports.bare}/#/${height}.mp4`)
    else await openDetail(page, `http://127.0.0.1:${ports.ours}/`, video.programId)
    await page.locator(kind === 'bare' ? 'button' : PLAY).click()
    await until(async () => (await seenOn(page)).startMs, { what: 'the first frame' })
    await page.waitForTimeout(PLAYED_MS)
    await page.keyboard.press('9')
    const seen = await until(async () => withSeek(await seenOn(page)), { what: 'a frame after the seek' })
    if (seen.wasLoaded) throw new Error('the seek target was already buffered: the video is too short')
    return seen
  } finally {
    await context.close()
  }
}

/** The page's content security policy forbids evaluating a waiting function there, so the value is polled. */
const seenOn = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { video: _, ...rest } = (globalThis as unknown as { seen: Seen & { video: unknown } }).seen
    return rest
  })

const withSeek = (seen: Seen) => seen.seekMs !== undefined && (seen as Required<Seen>)

async function openDetail(page: Page, url: string, programId: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(REST_MS)
  await page.evaluate((id) => {
    location.hash = `#/category/list?programId=${id}`
  }, programId)
  await page.locator(PLAY).waitFor()
  await page.waitForTimeout(OPEN_MS)
}

/** Measures all kinds in turn over one connection. The first round warms up and determines the starting rung. */
async function measure(line: string, visit1: Omit<Visit, 'height'>) {
  const { height } = await visit('ready', { ...visit1, height: 0 })
  await visit('bare', { ...visit1, height })
  const found: Record<Kind, Required<Seen>[]> = { ready: [], cold: [], bare: [] }
  for (let turn = 0; turn < RUNS; turn += 1) {
    for (const kind of ['ready', 'bare', 'cold'] as const) found[kind].push(await visit(kind, { ...visit1, height }))
  }
  const other = found.ready.find((seen) => seen.height !== height)
  if (other) console.log(`On ${line} ours started on ${other.height} once, not on ${height}.`)
  const of = (kind: Kind, what: 'startMs' | 'seekMs') => found[kind].map((seen) => seen[what])
  const rows = (['startMs', 'seekMs'] as const).flatMap((what) =>
    (['bare', 'ready', 'cold'] as const).map((kind) => {
      const values = of(kind, what)
      const ratio = median(values) / median(of('bare', what))
      return [
        `${line}, ${what === 'startMs' ? 'start' : 'seek'}, ${kind} ${height}p`,
        median(values),
        Math.min(...values),
        Math.max(...values),
        ratio,
      ]
    }),
  )
  const ratioOf = (what: 'startMs' | 'seekMs') => median(of('ready', what)) / median(of('bare', what))
  return {
    rows,
    budgets: [
      { name: `${line}: start to a bare video's`, found: ratioOf('startMs'), atMost: 1.5 },
      { name: `${line}: seek to a bare video's`, found: ratioOf('seekMs'), atMost: 1.5 },
    ],
  }
}

needBrowser()
await needEncoder()
const video = await createLongVideo(BARE_PAGE)
const shaped = await createShapingProxy(video.port, LINE)
const shapedBare = await createShapingProxy(video.barePort, LINE)
const browser = await launchBrowser()
try {
  const lines = [
    await measure('loopback', { browser, video, ports: { ours: video.port, bare: video.barePort } }),
    await measure('10 Mb/s, 40 ms', { browser, video, ports: { ours: shaped.port, bare: shapedBare.port } }),
  ]
  printTable(
    ['to the first frame', 'median ms', 'least', 'most', 'to bare'],
    lines.flatMap(({ rows }) => rows),
  )
  console.log(`load average over 5 minutes: ${loadavg()[1]!.toFixed(1)}`)
  checkBudgets(lines.flatMap(({ budgets }) => budgets))
} finally {
  await browser.close()
  await shaped.close()
  await shapedBare.close()
  await video.close()
}
