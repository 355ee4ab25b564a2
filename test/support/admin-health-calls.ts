import { HEALTH_LINES, type HealthName } from '#contract/admin/health.ts'
import { inTransaction } from '#server/kit/db.ts'
import type { OperatorsWorld } from './operators.ts'

let line = 0
const nextLine = (): HealthName => HEALTH_LINES[line++ % HEALTH_LINES.length]!

async function aSilenced({ alarms, db }: OperatorsWorld): Promise<object> {
  const name = nextLine()
  await inTransaction(db, (tx) => alarms.silence(tx, { name, by: 'operator:ida' }))
  return { name }
}

/** Inputs of the calls about health. */
export const HEALTH_EXAMPLES = {
  '/health/find': () => ({}),
  '/health/silence': () => ({ name: nextLine() }),
  '/health/endSilence': aSilenced,
}
