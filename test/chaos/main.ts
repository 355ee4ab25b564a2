import { pause as wait } from '../support/random-moment.ts'
import { parseArgs } from 'node:util'
import { runSoak } from './soak.ts'
import { runSeed } from './run.ts'

/**
 * `npm run chaos -- [--minutes 30] [--seed N] [--keep] [--apart]`: members use a service through the wire while its processes are killed, its
 * database hangs and its clock steps; then the books are checked. Prints a line for each violation, with the seed that repeats the run.
 * Several seeds follow each other until the minutes are over, about five minutes each.
 * `npm run chaos -- --soak [--minutes 30]`: the same members on a service that nothing happens to; its heap, handles and connections stay flat.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string' },
    soak: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    apart: { type: 'boolean' },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes is a number')

const SEED_MINUTES = 5

if (values.soak) process.exitCode = await runSoak({ minutes, seed: Number(values.seed ?? 1) })
else {
  const end = performance.now() + minutes * 60_000
  const total: Record<string, number> = {}
  let violations = 0
  for (let seed = Number(values.seed ?? Date.now() % 1_000_000); performance.now() < end; seed++) {
    const left = (end - performance.now()) / 60_000
    const length = values.seed === undefined ? Math.min(SEED_MINUTES, left) : left
    const found = await runSeed({ seed, minutes: length, keep: values.keep, isApart: values.apart })
    for (const [name, count] of Object.entries(found.kills)) total[name] = (total[name] ?? 0) + count
    violations += found.violations.length
    await wait(500)
  }
  const kills = Object.values(total).reduce((sum, count) => sum + count, 0)
  console.log(
    `${kills} kills (${Object.entries(total)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}), ${violations} violations`,
  )
  process.exitCode = violations === 0 ? 0 : 1
}
