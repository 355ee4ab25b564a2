import { type Generated, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { compileOnce } from '#server/kit/compiled-statement.ts'
import type { Db } from '#server/kit/db.ts'
import { accountFactsColumn, type AccountFactsJson } from '../access/index.ts'
import type { TitleScope } from '../catalogue/index.ts'
import { lotsColumn, type LotsJson } from '../ledger/index.ts'
import type { RentableTitleJson, RentableTitles } from './ports.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    rental: {
      rental_id: string
      wallet_id: string
      program_id: string
      transfer_id: number
      credits: number
      voucher_lot_id: number | null
      starts_at: Temporal.Instant
      ends_at: Temporal.Instant
      voided_at: Temporal.Instant | null
      void_transfer_id: number | null
      region: Generated<string | null>
    }
    consumed_quote: {
      nonce: string
      rental_id: string
      expires_at: Temporal.Instant
    }
  }
}

export type Rental = {
  rentalId: string
  walletId: string
  programId: string
  transferId: number
  credits: number
  voucherLotId: number | null
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
}

export const rentedScope = ({ accountId, now }: { accountId: string; now: Temporal.Instant }): TitleScope => ({
  join: sql`join (
    select r.program_id, r.starts_at, r.ends_at from wallet w join rental r on r.wallet_id = w.wallet_id
    where w.account_id = ${accountId} and r.voided_at is null and r.ends_at > ${now}
  ) rented on rented.program_id = t.program_id`,
  order: [
    { by: sql`rented.starts_at`, direction: 'desc' },
    { by: sql`t.program_id`, direction: 'asc' },
  ],
  note: sql`jsonb_build_object('startsAt', rented.starts_at, 'endsAt', rented.ends_at)`,
})

type PurchaseFacts = {
  title: RentableTitleJson | null
  facts: AccountFactsJson | null
  lots: LotsJson
  isConsumed: boolean
}

type Purchasing = {
  programId: string
  programGuid: string | null
  region: string
  accountId: string
  nonce: string
  buckets: string[]
  now: Temporal.Instant
}

/** Reads what decides a purchase in one statement. The caller holds the wallet's lock. */
export const compilePurchaseFacts = ({ rentableColumn }: RentableTitles) =>
  compileOnce<Purchasing, PurchaseFacts>(
    (value) => sql`
      select ${rentableColumn(value, value)} as title, ${accountFactsColumn(value.accountId, value.now)} as facts,
        ${lotsColumn(value.accountId, value.buckets)} as lots,
        exists (select from consumed_quote where nonce = ${value.nonce}) as "isConsumed"`,
  )

/** Records a rental and that its quote is used. */
export const insertRental = compileOnce<
  Rental & { region: string; nonce: string; quoteExpiresAt: Temporal.Instant },
  never
>(
  (value) => sql`
    with rented as (
      insert into rental (rental_id, wallet_id, program_id, transfer_id, credits, voucher_lot_id, starts_at, ends_at, region)
      values (${value.rentalId}, ${value.walletId}, ${value.programId}, ${value.transferId}, ${value.credits},
        ${value.voucherLotId}, ${value.startsAt}, ${value.endsAt}, ${value.region})
      returning rental_id)
    insert into consumed_quote (nonce, rental_id, expires_at)
    select ${value.nonce}, rental_id, ${value.quoteExpiresAt} from rented`,
)

export async function deleteQuotes(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('consumed_quote').where('expires_at', '<', before).execute()
}

const rentalColumns = sql`r.rental_id as "rentalId", r.wallet_id as "walletId", r.program_id as "programId",
  r.transfer_id as "transferId", r.credits, r.voucher_lot_id as "voucherLotId", r.starts_at as "startsAt", r.ends_at as "endsAt"`

/** Running rentals whose title cannot be played by anybody: withdrawn, without a video, or outside of every licence window. */
export async function findUnplayable(
  db: Db,
  { now, rentalId }: { now: Temporal.Instant; rentalId?: string },
): Promise<Rental[]> {
  const { rows } = await sql<Rental>`
    select ${rentalColumns} from rental r
    where r.voided_at is null and r.ends_at > ${now} ${rentalId === undefined ? sql`` : sql`and r.rental_id = ${rentalId}`}
      and not exists (
        select from title t
        where t.program_id = r.program_id and t.state = 'published'
          and exists (select from title_asset a where a.program_id = t.program_id and a.role = 'film')
          and exists (
            select from licence l where l.program_id = t.program_id
              and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})))
    order by r.rental_id`.execute(db)
  return rows
}

export async function findPaidFrom(
  tx: Db,
  { lotId, now }: { lotId: number; now: Temporal.Instant },
): Promise<Rental[]> {
  const { rows } = await sql<Rental>`
    select ${rentalColumns} from rental r
    where r.wallet_id = (select wallet_id from lot where lot_id = ${lotId}) and r.voided_at is null and r.ends_at > ${now}
      and exists (select from posting p where p.transfer_id = r.transfer_id and p.lot_id = ${lotId})
    order by r.rental_id`.execute(tx)
  return rows
}

export async function updateVoided(
  tx: Db,
  { rentalId, at, transferId }: { rentalId: string; at: Temporal.Instant; transferId: number },
): Promise<void> {
  await tx
    .updateTable('rental')
    .set({ voided_at: at, void_transfer_id: transferId })
    .where('rental_id', '=', rentalId)
    .execute()
}

export interface Extension {
  readonly walletId: string
  /** Rentals that ran at some moment between these instants. */
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
  readonly hours: number
  readonly now: Temporal.Instant
}

export interface ExtendedRental {
  readonly programId: string
  readonly title: Readonly<Record<Language, string>>
  readonly endsAt: Temporal.Instant
}

/**
 * Not beyond the licence of the rental's region, nor into another rental of the same title; one that has ended is opened again. The caller
 * holds the wallet's lock.
 */
export async function extendRentals(
  tx: Db,
  { walletId, from, until, hours, now }: Extension,
): Promise<ExtendedRental[]> {
  const { rows } = await sql<ExtendedRental>`
    with longer as (
      select r.rental_id, date_trunc('second', least(
        greatest(r.ends_at, ${now}::timestamptz) + make_interval(hours => ${hours}::int), l.ends_at, later.starts_at)) as ends_at
      from rental r
        join title t on t.program_id = r.program_id and t.state = 'published'
        cross join lateral (
          select max(coalesce(l.ends_at, 'infinity')) as ends_at from licence l
          where l.program_id = r.program_id and (r.region is null or l.region = r.region)
            and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})) l
        left join lateral (
          select min(o.starts_at) as starts_at from rental o
          where o.wallet_id = r.wallet_id and o.program_id = r.program_id and o.voided_at is null
            and o.starts_at >= r.ends_at) later on true
      where r.wallet_id = ${walletId} and r.voided_at is null and r.starts_at < ${until} and r.ends_at > ${from}
        and l.ends_at is not null)
    update rental r set ends_at = longer.ends_at
    from longer, title t
    where r.rental_id = longer.rental_id and longer.ends_at > r.ends_at and longer.ends_at > ${now}
      and t.program_id = r.program_id
    returning r.program_id as "programId", jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en) as title,
      r.ends_at as "endsAt"`.execute(tx)
  return rows
}

export async function findRentals(
  db: Db,
  accountId: string,
): Promise<(Rental & { voidedAt: Temporal.Instant | null })[]> {
  const { rows } = await sql<Rental & { voidedAt: Temporal.Instant | null }>`
    select ${rentalColumns}, r.voided_at as "voidedAt"
    from wallet w join rental r on r.wallet_id = w.wallet_id
    where w.account_id = ${accountId} order by r.starts_at desc`.execute(db)
  return rows
}

export async function findDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    (select format('transfer %s charged for a rental that does not exist', t.transfer_id) as difference
      from transfer t where t.kind = 'rent' and not exists (select from rental r where r.transfer_id = t.transfer_id)
      limit 20)
    union all
    (select format('rental %s costs %s credits and voucher lot %s, transfer %s (%s) charged %s credits and %s vouchers of lot %s',
        r.rental_id, r.credits, coalesce(r.voucher_lot_id::text, 'none'), r.transfer_id, t.kind, p.credits, p.vouchers,
        coalesce(p.voucher_lot_id::text, 'none'))
      from rental r join transfer t on t.transfer_id = r.transfer_id
        cross join lateral (
          select -coalesce(sum(amount) filter (where commodity = 'CREDIT'), 0) as credits,
            -coalesce(sum(amount) filter (where commodity = 'VOUCHER'), 0) as vouchers,
            max(lot_id) filter (where commodity = 'VOUCHER') as voucher_lot_id
          from posting where transfer_id = r.transfer_id and wallet_id = r.wallet_id) p
      where t.kind <> 'rent' or p.credits <> r.credits
        or p.vouchers <> case when r.voucher_lot_id is null then 0 else 1 end
        or p.voucher_lot_id is distinct from r.voucher_lot_id limit 20)
    union all
    (select format('rental %s and the return of its payment differ', r.rental_id)
      from rental r left join transfer t on t.refers_to = r.transfer_id
      where t.transfer_id is distinct from r.void_transfer_id limit 20)`.execute(db)
  return rows.map(({ difference }) => difference)
}
