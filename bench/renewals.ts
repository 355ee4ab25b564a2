import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDuePlans, chargedAndEntitled, createProviderTable } from '../test/support/due-plans.ts'
import { withLedgerWorld } from './support/ledger-world.ts'
import { checkBudgets, printTable } from './support/table.ts'

/**
 * Renewals that fall due at once, charged by two nodes at a provider that answers after 300 ms, while one of them in turn is killed every
 * five seconds of charging: the real domains on a database without fsync. No payer is charged twice, and 100 000 are charged within an hour.
 * BENCH_RENEWALS, BENCH_LATENCY_MS and BENCH_KILL_SECONDS (0: never) change the run.
 */
const RENEWALS = Number(process.env.BENCH_RENEWALS ?? 2_000)
const LATENCY_MS = Number(process.env.BENCH_LATENCY_MS ?? 300)
const KILL_SECONDS = Number(process.env.BENCH_KILL_SECONDS ?? 5)
/** The budget: this many within these minutes. */
const FULL_RUN = 100_000
const MINUTES_MAX = 60
const NODES = 2
/** What a killed node was about to charge is requested again after ten minutes; a run without progress for longer has failed. */
const STUCK_MINUTES = 15
const NODE = join(import.meta.dirname, 'support/charging-server.ts')

await withLedgerWorld(async ({ app, databaseUrl }) => {
  const { pool } = app.database
  await createProviderTable(pool)
  await addDuePlans(pool, { now: app.clock.now(), count: RENEWALS })
  const start = () =>
    spawn(process.execPath, [NODE, databaseUrl, String(LATENCY_MS)], { stdio: ['ignore', 'ignore', 'inherit'] })
  const nodes: ChildProcess[] = Array.from({ length: NODES }, start)
  const startMs = performance.now()
  let kills = 0
  try {
    let [charged, progressMs] = [0, startMs]
    while (charged < RENEWALS) {
      await sleep((KILL_SECONDS || 1) * 1_000)
      const { cycles, twice } = await chargedAndEntitled(pool)
      if (twice > 0) throw new Error(`${twice} payers were charged twice`)
      const isCharging = cycles > charged
      if (isCharging) [charged, progressMs] = [cycles, performance.now()]
      process.stderr.write(`${Math.round((performance.now() - startMs) / 1_000)} s: ${charged} of ${RENEWALS}\n`)
      if (performance.now() - progressMs > STUCK_MINUTES * 60_000)
        throw new Error(`${charged} of ${RENEWALS}, then nothing`)
      // While no charge is made, a killed node would lose nothing.
      if (KILL_SECONDS === 0 || !isCharging || charged === RENEWALS) continue
      const at = kills++ % NODES
      await end(nodes[at]!)
      nodes[at] = start()
    }
  } finally {
    await Promise.all(nodes.map(end))
  }
  const seconds = (performance.now() - startMs) / 1_000
  const { taken, booked, paid } = await chargedAndEntitled(pool)
  if (paid !== RENEWALS || taken !== booked)
    throw new Error(`${paid} charges of ${RENEWALS}: ${taken} and ${booked} cents`)
  const minutes = (seconds / RENEWALS) * (FULL_RUN / 60)
  printTable(
    ['renewals', 'kills', 'seconds', 'a second', `minutes for ${FULL_RUN}`],
    [[`${RENEWALS} at ${LATENCY_MS} ms`, kills, seconds, RENEWALS / seconds, minutes]],
  )
  if (RENEWALS === FULL_RUN) checkBudgets([{ name: `minutes for ${FULL_RUN}`, found: minutes, atMost: MINUTES_MAX }])
})

async function end(node: ChildProcess): Promise<void> {
  node.kill('SIGKILL')
  if (node.exitCode === null && node.signalCode === null) await once(node, 'exit')
}
