import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { countOpen, requeueFailed } from '#server/domains/webhooks/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { inTransaction } from '#server/kit/db.ts'
import { defineCommand, runCommand, text } from './command.ts'
import { withDatabase } from './with-app.ts'

const WEBHOOKS = defineCommand({
  name: 'webhooks',
  actions: {
    list: { help: 'prints failed webhook events, by provider.' },
    retry: {
      positionals: { provider: { kind: text } },
      audited: { reason: 'failed events' },
      help: 'processes a provider’s failed events again.',
    },
  },
})

export const webhooksCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runCommand(WEBHOOKS, args, (given) =>
    withDatabase(config, 'webhooks', async ({ db }) => {
      if (given.action === 'retry') {
        const { provider, actor, reason } = given
        const count = await inTransaction(db, async (tx) => {
          const at = systemClock.now()
          const requeued = await requeueFailed(tx, { provider, at })
          const entry = { at, actor, reason, action: 'retry webhook events', subject: `webhooks:${provider}` }
          if (requeued > 0) await recordAudit(tx, { ...entry, details: { count: requeued } })
          return requeued
        })
        console.log(`${count} failed events of ${provider} will be processed again.`)
        return 0
      }
      const failed = (await countOpen(db)).filter(({ state }) => state === 'failed')
      console.log(failed.map(({ provider, count }) => `${provider}: ${count} failed`).join('\n') || 'No failed events.')
      return 0
    }),
  )
