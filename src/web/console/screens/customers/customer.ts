import {
  type cases,
  devices,
  history,
  ledger,
  messages,
  type orders,
  type rentals,
} from '#contract/admin/customer-records.ts'
import { type find, type REVEALED_FIELDS, show } from '#contract/admin/customers.ts'
import type { AdminEndpoint, AdminOutputOf } from '#contract/admin/endpoint.ts'

type RowOf<E extends AdminEndpoint> = AdminOutputOf<E> extends { list: (infer T)[] } ? T : never

export type Customer = AdminOutputOf<typeof show>
export type FoundCustomer = RowOf<typeof find>
export type RevealedField = (typeof REVEALED_FIELDS)[number]
export type Order = RowOf<typeof orders>
export type Rental = RowOf<typeof rentals>
export type LedgerLine = RowOf<typeof ledger>
export type Device = RowOf<typeof devices>
export type SentMessage = RowOf<typeof messages>
export type ContactCase = RowOf<typeof cases>
export type HistoryEntry = RowOf<typeof history>

/** What a change of a customer makes stale. */
export const STALE = [show, ledger, devices, messages, history] as const
