import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Engine } from './engine.ts'
import { createEnginePage } from './engine-page.ts'
import type { Journey } from './journeys.ts'

/**
 * Runs journeys in an engine, each in a tab of its own. An engine that is not installed runs none and is named; one that is installed and
 * does not start, or ends none of its journeys, fails.
 */
export async function runJourneys(name: string, launch: () => Promise<Engine | null>, journeys: readonly Journey[]) {
  const engine = await launch()
  if (engine === null) process.stderr.write(`${name} is not installed: its ${journeys.length} journeys do not run.\n`)
  let ended = 0

  describe.skipIf(engine === null)(name, () => {
    beforeAll(() => process.stderr.write(`${engine?.version}: ${journeys.length} journeys\n`))
    afterAll(async () => {
      await engine?.close()
      expect(ended, `journeys that ${name} has ended`).toBeGreaterThan(0)
    })

    test.each(journeys)('$name', async ({ run }) => {
      const tab = await engine!.newTab()
      onTestFinished(() => tab.close())
      await run(createEnginePage(tab))
      expect(tab.errors).toEqual([])
      ended += 1
    })
  })
}
