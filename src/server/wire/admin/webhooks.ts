import * as endpoints from '#contract/admin/webhooks.ts'
import { listEvents, requeueEvent, requeueFailed } from '#server/domains/webhooks/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const instantOrNull = (at: Temporal.Instant | null) => at && wireInstant(at)

export const webhooks = bindAdmin(endpoints, ({ db, clock }) => ({
  list: async (query) => {
    const page = await listEvents(db, query)
    const list = page.list.map(({ receivedAt, dueAt, processedAt, ...event }) => ({
      ...event,
      receivedAt: wireInstant(receivedAt),
      dueAt: instantOrNull(dueAt),
      processedAt: instantOrNull(processedAt),
    }))
    return { ...page, list }
  },

  retry: async ({ eventId, provider }, { tx, record }) => {
    const at = clock.now()
    if (eventId !== undefined) {
      const event = await requeueEvent(tx, { eventId, at })
      if (!event) throw operatorRefusal({ is: 'webhookUnknown' })
      if (!event.isRequeued) throw operatorRefusal({ is: 'webhookNotFailed' })
      await record({ subject: `webhooks:${event.provider}`, details: { eventId, count: 1 } })
      return { count: 1 }
    }
    if (provider === undefined) throw operatorRefusal({ is: 'webhookUnnamed' })
    const count = await requeueFailed(tx, { provider, at })
    await record({ subject: `webhooks:${provider}`, details: { count } })
    return { count }
  },
}))
