import { expect, test } from 'vitest'
import { runSeed } from './run.ts'

const MINUTES = Number(process.env.CHAOS_MINUTES ?? 10)
const SEED = Number(process.env.CHAOS_SEED ?? 20261130)
/** The start before, and the deadlines that the clock is moved past afterwards. */
const BESIDES_MS = 600_000

// Processes are found by /proc.
test.runIf(process.platform === 'linux')(
  `members lose nothing, whatever is killed, seed ${SEED}`,
  { timeout: MINUTES * 60_000 + BESIDES_MS },
  async () => {
    const { violations, kills } = await runSeed({ seed: SEED, minutes: MINUTES, keep: false })
    expect(violations).toEqual([])
    expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(MINUTES)
  },
)
