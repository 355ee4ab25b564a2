import * as endpoints from '#contract/admin/customer-records.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { wireInstant } from '../instants.ts'
import { toStatementLine } from '../v2/wallet.ts'
import { bindAdmin } from './bind.ts'

const at = (instant: Temporal.Instant | null): string | null => (instant ? wireInstant(instant) : null)

const pageOf = <Row, Line>(page: KeysetPage<Row>, lineOf: (row: Row) => Line) => ({
  ...page,
  list: page.list.map(lineOf),
})

interface Query {
  readonly filter: { readonly accountId: string }
  readonly after?: string | undefined
  readonly limit: number
}

const of = ({ filter: { accountId }, after, limit }: Query) => ({ accountId, after, limit })

export const customerRecords = bindAdmin(endpoints, ({ customers: { reads } }) => ({
  ledger: async (query, { language }) => {
    const { list, next, names } = await reads.statement(of(query))
    const lines = list.map((entry) => {
      const { text, bucket, change, balance } = toStatementLine(entry, names, language)
      const reason = entry.kind === 'correction' ? entry.reason : ''
      return { entryId: String(entry.postingId), at: wireInstant(entry.at), text, reason, bucket, change, balance }
    })
    return { list: lines, next, total: null, isMore: false }
  },

  orders: async (query) =>
    pageOf(await reads.orders(of(query)), ({ at: createdAt, paidAt, deliveredAt, ...order }) => ({
      ...order,
      at: wireInstant(createdAt),
      paidAt: at(paidAt),
      deliveredAt: at(deliveredAt),
    })),

  rentals: async (query) =>
    pageOf(await reads.rentals(of(query)), ({ at: startsAt, endsAt, voidedAt, ...rental }) => ({
      ...rental,
      at: wireInstant(startsAt),
      endsAt: wireInstant(endsAt),
      voidedAt: at(voidedAt),
    })),

  devices: async ({ filter: { accountId } }) => {
    const list = await reads.devices(accountId)
    return pageOf({ list, next: null, total: list.length, isMore: false }, (device) => ({
      deviceId: device.deviceId,
      name: device.name,
      at: wireInstant(device.lastSeenAt),
      loggedInAt: wireInstant(device.loggedInAt),
    }))
  },

  messages: async (query) =>
    pageOf(await reads.messages(of(query)), ({ at: madeAt, sentAt, ...message }) => ({
      ...message,
      at: wireInstant(madeAt),
      sentAt: at(sentAt),
    })),

  cases: async (query) =>
    pageOf(await reads.cases(of(query)), ({ at: sentAt, answeredAt, closedAt, ...one }) => ({
      ...one,
      at: wireInstant(sentAt),
      answeredAt: at(answeredAt),
      closedAt: at(closedAt),
    })),

  history: async (query) =>
    pageOf(await reads.history(of(query)), ({ auditEntryId, at: madeAt, actor, action, reason }) => ({
      auditEntryId,
      at: wireInstant(madeAt),
      actor,
      action,
      reason,
    })),
}))
