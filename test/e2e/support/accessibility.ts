import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from './world.ts'

const BAD = ['serious', 'critical']

/** The serious and critical violations that axe finds, one line each. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations
    .filter(({ impact }) => BAD.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
}

/** Presses Tab until the focused element matches; it fails if the element cannot be reached. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab does not come to ${selector}`)
}
