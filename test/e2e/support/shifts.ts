import { type Page, TIMEOUT_MS } from './world.ts'

declare global {
  interface Window {
    shifts: Shift[]
  }
}
interface Shift {
  value: number
  moved: string[]
}
interface ShiftEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Records layout shifts from the first paint, with what moved. */
export function recordShifts(): void {
  window.shifts = []
  const nameOf = (node: Node | null) => (node instanceof Element ? `${node.localName}.${node.className}` : 'text')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as ShiftEntry[])
      if (!entry.hadRecentInput)
        window.shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => nameOf(node)) })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What has moved since the page was loaded, and how far in all. */
export async function shiftsOf(page: Page): Promise<{ sum: number; moved: Shift[] }> {
  const moved = await page.evaluate(() => window.shifts)
  return { sum: moved.reduce((total, { value }) => total + value, 0), moved }
}

/** Screen and chunks are there, nothing is awaited and nothing is on the line. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('#main') && !document.querySelector('[data-awaited], html[data-fresh]'),
    undefined,
    { timeout: TIMEOUT_MS },
  )
  await page.waitForLoadState('networkidle')
}
