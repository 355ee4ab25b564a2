import { seedHistory } from '../../seed/history.ts'
import type { App } from './app.ts'
import { allowsDemoAccounts } from './config.rules.ts'
import type { DomainModule } from './domains/domain-module.ts'

const HISTORY_EVERY_MS = 10_000

/** Where the demo's accounts may be, and the first film plays: a history, once. Tests begin without one. */
export function demoModules({ config, clock, database: { db }, domains }: App): DomainModule[] {
  if (!allowsDemoAccounts(config) || config.HARBOUR_TEST) return []
  const run = async () => {
    const { left, done } = await domains.media.ingest.background()
    if (done > 0 || left === 0) await seedHistory({ ...domains, db, clock })
  }
  return [{ scheduledTasks: [{ name: 'demo history', everyMs: HISTORY_EVERY_MS, run }] }]
}
