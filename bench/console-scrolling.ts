import type { Page } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openDb, sql } from '#server/kit/db.ts'
import { consoleSession as text } from '#text/en_US/console-session.ts'
import { readDemoOperators } from '../seed/operators.ts'
import { DESKTOP, launchBrowser } from '../test/support/browser.ts'
import { startHarbour } from '../test/support/harbour.ts'
import { insertLargeCatalogue } from './support/large-catalogue.ts'
import { needBrowser } from './support/needs.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * The console's list of 50 000 titles (BENCH_TITLES) in Chromium: after every page is loaded it is scrolled by 160 px a frame at the start, in the
 * middle and at the end. Frames are those of requestAnimationFrame, of RUNS (BENCH_RUNS) runs the median; tasks are those of the longtask observer.
 */
const TITLES = Number(process.env.BENCH_TITLES ?? 50_000)
const RUNS = Number(process.env.BENCH_RUNS ?? 3)
const STEPS = 120
const STEP_PX = 160
const FRAME_MEDIAN_MS = 18
const FRAME_P95_MS = 34
const TASK_MS = 50
const ROWS_MAX = 60
const LOADING_MINUTES = 10

interface Scroll {
  readonly median: number
  readonly p95: number
  readonly longest: number
  readonly rows: number
}

needBrowser()
const harbour = await startHarbour()
const browser = await launchBrowser()
try {
  const database = openDb({ url: (await findRunning(harbour.dataDir, 'superuser'))!, max: 1 })
  await insertLargeCatalogue(database.db, { titles: TITLES, seed: 11 })
  await sql`vacuum analyze`.execute(database.db)
  await database.close()
  const context = await browser.newContext({ ...DESKTOP, locale: 'en-HK' })
  await context.addInitScript(() => localStorage.setItem('language', 'en_US'))
  const page = await context.newPage()
  await openTitles(page)
  const loaded = await loadAll(page)
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = [
    { name: 'titles in the list', found: loaded, atLeast: TITLES },
  ]
  for (const [name, share] of [
    ['start', 0],
    ['middle', 0.5],
    ['end', 0.95],
  ] as const) {
    const runs: Scroll[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await scroll(page, share))
    const of = (pick: (scroll: Scroll) => number) => median(runs.map(pick))
    rows.push([name, of((one) => one.median), of((one) => one.p95), of((one) => one.longest), of((one) => one.rows)])
    budgets.push(
      { name: `${name}: frame, median ms`, found: of((one) => one.median), atMost: FRAME_MEDIAN_MS },
      { name: `${name}: frame, p95 ms`, found: of((one) => one.p95), atMost: FRAME_P95_MS },
      { name: `${name}: longest task, ms`, found: of((one) => one.longest), atMost: TASK_MS },
      { name: `${name}: rows in the document`, found: of((one) => one.rows), atMost: ROWS_MAX },
    )
  }
  printTable(['scrolled at', 'frame p50 ms', 'frame p95 ms', 'longest task ms', 'rows'], rows)
  checkBudgets(budgets)
} finally {
  await browser.close()
  await harbour.stop()
}

/** Signed in as the demo's operator of titles. */
async function openTitles(page: Page): Promise<void> {
  const operator = (await readDemoOperators(harbour.dataDir)).find(({ role }) => role === 'catalogue')
  if (!operator) throw new Error('The demo has no operator of titles.')
  await page.goto(`${harbour.url}/console/#/titles`)
  await page.getByLabel(text.email).fill(operator.email)
  await page.getByLabel(text.password, { exact: true }).fill(operator.password)
  await page.getByLabel(text.code).fill(new TOTP({ secret: Secret.fromBase32(operator.totpKey) }).generate())
  await page.locator('tbody tr[data-index]').first().waitFor()
}

/** Scrolls to the end until no page is left. @returns how many titles the list has */
async function loadAll(page: Page): Promise<number> {
  await page.evaluate(
    async ({ wanted, untilMs }) => {
      while (performance.now() < untilMs) {
        scrollTo(0, document.documentElement.scrollHeight)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        const [last] = [...document.querySelectorAll('tbody tr[data-index]')].slice(-1)
        if (Number((last as HTMLElement | undefined)?.dataset.index) + 1 >= wanted) return
      }
    },
    { wanted: TITLES, untilMs: LOADING_MINUTES * 60_000 },
  )
  return page.evaluate(() => {
    const [last] = [...document.querySelectorAll<HTMLElement>('tbody tr[data-index]')].slice(-1)
    return Number(last?.dataset.index) + 1
  })
}

function scroll(page: Page, share: number): Promise<Scroll> {
  return page.evaluate(
    async ({ from, steps, px }) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      scrollTo(0, document.documentElement.scrollHeight * from)
      for (let frame = 0; frame < 30; frame++) await nextFrame()
      const tasks: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      })
      observer.observe({ type: 'longtask' })
      const frames: number[] = []
      let rows = 0
      let before = await nextFrame()
      for (let step = 0; step < steps; step++) {
        scrollBy(0, px)
        const at = await nextFrame()
        frames.push(at - before)
        before = at
        rows = Math.max(rows, document.querySelectorAll('tbody tr[data-index]').length)
      }
      await nextFrame()
      observer.disconnect()
      const sorted = frames.toSorted((a, b) => a - b)
      const of = (part: number) => sorted[Math.ceil(sorted.length * part) - 1]!
      return { median: of(0.5), p95: of(0.95), longest: Math.max(0, ...tasks), rows }
    },
    { from: share, steps: STEPS, px: STEP_PX },
  )
}
