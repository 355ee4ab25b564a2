import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, CDPSession } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { startHarbour } from '../test/support/harbour.ts'
import { needBrowser } from './support/needs.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Home on Chromium with a fresh profile, without a service worker, served with our compression; median of 5 runs
 * (BENCH_RUNS). Throttled means CPU 4x, 1.6 Mb/s and 150 ms. Bytes are transfer sizes.
 *
 * Blocked is the time in which the page could not react to input: the sum over all main-thread tasks longer than 50 ms of
 * the time above 50 ms, from the start of the navigation until SETTLE_MS after the load event. Longest is the longest of
 * these tasks; tasks is the total duration of all main-thread tasks.
 */
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const SIZES = [
  {
    name: '412x823@1.75',
    lcpMs: 1400,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  },
  {
    name: '1440x900',
    lcpMs: 1800,
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
  },
] as const
const THROTTLED = {
  latency: 150,
  downloadThroughput: (1.6e6 / 8) | 0,
  uploadThroughput: (0.75e6 / 8) | 0,
  offline: false,
}
/** Time after load until painting and hydration have settled, including the homepage ad, which appears 1.5 s later. */
const SETTLE_MS = 4_000
/** Tasks up to this length do not count as blocking (RAIL; Total Blocking Time). */
const TASK_LIMIT_MS = 50
const BLOCKED_MS = 400

interface Sample {
  fcp: number
  lcp: number
  cls: number
  lcpElement: string
  blocked: number
  longest: number
  tasks: number
  bytes: Record<string, number>
  requests: number
}

const OBSERVE = `
  window.seen = { lcp: 0, cls: 0, element: '', long: [] }
  new PerformanceObserver((list) => { for (const e of list.getEntries()) { seen.lcp = e.startTime; seen.element = (e.element && (e.element.tagName + '.' + e.element.className)) || '' } }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) seen.cls += e.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.long.push(e.duration) }).observe({ type: 'longtask', buffered: true })`

interface Visit {
  browser: Browser
  url: string
  size: (typeof SIZES)[number]
  throttled: boolean
}

async function visit({ browser, url, size, throttled }: Visit): Promise<Sample> {
  const { name: _, lcpMs: __, ...options } = size
  const context: BrowserContext = await browser.newContext({ ...options, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(OBSERVE)
  const cdp = await context.newCDPSession(page)
  const traffic = await watchTraffic(cdp)
  await cdp.send('Performance.enable')
  if (throttled) {
    await cdp.send('Network.emulateNetworkConditions', THROTTLED)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate(() => ({
    ...(globalThis as unknown as { seen: { lcp: number; cls: number; element: string; long: number[] } }).seen,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const tasks = await taskMs(cdp)
  await context.close()
  if (!(seen.lcp > 0)) throw new Error(`${size.name}: the page painted nothing, so there is no LCP to measure.`)
  return {
    blocked: seen.long.reduce((sum, ms) => sum + Math.max(0, ms - TASK_LIMIT_MS), 0),
    longest: Math.max(0, ...seen.long),
    tasks,
    fcp: seen.fcp,
    lcp: seen.lcp,
    cls: seen.cls,
    lcpElement: seen.element,
    bytes: traffic.bytes,
    requests: traffic.requests(),
  }
}

/** Total duration of main-thread tasks of the page so far. */
async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

async function watchTraffic(cdp: CDPSession) {
  const types = new Map<string, string>()
  const bytes: Record<string, number> = {}
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other'
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength
  })
  return { bytes, requests: () => types.size }
}

/** Gzipped size of the CSS inlined in the document. */
async function inlinedCss(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  return gzipSync([...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join('')).length
}

needBrowser()
const harbour = await startHarbour()
const browser = await launchBrowser()
try {
  const url = `${harbour.url}/`
  const rows: (string | number)[][] = []
  const budgets: { name: string; found: number; atMost: number }[] = []
  await visit({ browser, url, size: SIZES[0], throttled: false })
  for (const size of SIZES) {
    for (const throttled of [true, false]) {
      const samples: Sample[] = []
      for (let run = 0; run < RUNS; run += 1) samples.push(await visit({ browser, url, size, throttled }))
      const of = (pick: (sample: Sample) => number) => median(samples.map(pick))
      const kb = (type: string) => of((sample) => sample.bytes[type] ?? 0) / 1000
      const label = `${size.name} ${throttled ? 'throttled' : 'unthrottled'}`
      rows.push([
        label,
        of((s) => s.fcp),
        of((s) => s.lcp),
        of((s) => s.cls),
        of((s) => s.blocked),
        of((s) => s.longest),
        of((s) => s.tasks),
        kb('Document'),
        kb('Script'),
        kb('Stylesheet'),
        kb('Image'),
        kb('Font'),
        of((s) => s.requests),
        samples[0]!.lcpElement.slice(0, 40),
      ])
      if (throttled) {
        budgets.push({ name: `${label} LCP, ms`, found: of((s) => s.lcp), atMost: size.lcpMs })
        budgets.push({ name: `${label} main thread blocked, ms`, found: of((s) => s.blocked), atMost: BLOCKED_MS })
      }
      budgets.push({ name: `${label} layout shift`, found: of((s) => s.cls), atMost: 0.02 })
      budgets.push({ name: `${label} script before input, KB`, found: kb('Script'), atMost: 130 })
    }
  }
  printTable(
    [
      'home',
      'FCP ms',
      'LCP ms',
      'CLS',
      'blocked ms',
      'longest ms',
      'tasks ms',
      'HTML KB',
      'script KB',
      'CSS KB',
      'image KB',
      'font KB',
      'requests',
      'LCP element',
    ],
    rows,
  )
  const css = (await inlinedCss(url)) / 1000 + Math.max(...rows.map((row) => row[9] as number))
  checkBudgets([...budgets, { name: 'CSS, inlined and linked, KB gzip', found: css, atMost: 20 }])
} finally {
  await browser.close()
  await harbour.stop()
}
