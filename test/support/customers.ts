import { pino } from 'pino'
import { createAccess } from '#server/domains/access/index.ts'
import type { Catalogue } from '#server/domains/catalogue/index.ts'
import { createCompensations } from '#server/domains/compensations/index.ts'
import { createCustomers } from '#server/domains/customers/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createRentals } from '#server/domains/rentals/index.ts'
import { createPlayback } from '#server/domains/playback/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Kysely } from 'kysely'
import { createTestMembers } from './accounts.ts'
import { createTestSubscriptions } from './given-subscriptions.ts'
import { unlimitedStreams } from './playback.ts'
import { createTestProfiles, withProfiles } from './profiles.ts'

type Deps = Parameters<typeof createCustomers>[0]
type Given = Pick<Deps, 'accounts' | 'profiles' | 'ledger' | 'subscriptions' | 'payments'>

interface CareDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** Customer care over given domains. Decides access as the player does. */
export function careOver({ db, clock, catalogue }: CareDeps, given: Given) {
  const masterKey = Buffer.alloc(32, 7)
  const { authorization } = createPlayback({
    clock,
    masterKey,
    access: createAccess({ db, clock }),
    titles: catalogue,
    streams: unlimitedStreams,
    media: { contentKey: async () => null },
    sessions: { findLive: async () => undefined },
    hosts: { free: '', main: '', uhd: '' },
  })
  return createCustomers({
    db,
    clock,
    masterKey,
    ...given,
    titles: catalogue,
    decide: authorization.decide,
    accountLink: () => 'https://harbour.test/#/setup',
  })
}

let members = 0

/** Customers with accounts, credits and plans that are given, on a database that others use as well. */
export function createTestCustomers(deps: CareDeps) {
  const { db, clock } = deps
  const { accounts, messages, sms, mail, aMember } = createTestMembers({ db, clock, ...withProfiles })
  const ledger = createLedger({ db, clock })
  const { subscriptions } = createTestSubscriptions({ db, clock, messages, ledger })
  const orderIdFor: Deps['payments']['orderIdFor'] = async (typed, on) => {
    const query = on!.selectFrom('payment_order').select('order_id').where('order_number', '=', typed)
    return (await query.executeTakeFirst())?.order_id ?? typed
  }
  const profiles = createTestProfiles({ db, clock, accounts, messages })
  const customers = careOver(deps, { accounts, profiles, ledger, subscriptions, payments: { orderIdFor } })
  const rentals = createRentals({
    db,
    clock,
    masterKey: Buffer.alloc(32, 7),
    ledger,
    titles: deps.catalogue,
    catalogue: deps.catalogue,
  })
  const log = pino({ level: 'silent' })
  const compensations = createCompensations({ db, clock, log, accounts, messages, rentals })
  /** Of a number of its own. */
  const aCustomer = () => aMember(`9${String(2_000_000 + members++)}`)
  return { customers, compensations, accounts, messages, ledger, sms, mail, aCustomer }
}
