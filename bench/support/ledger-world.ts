import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { createCluster, findRunning } from '#server/adapters/postgres/cluster.ts'
import { type App, createApp } from '#server/app.ts'
import { MIGRATIONS } from '#server/migrations.ts'
import { readConfig } from '#server/config.ts'
import { creditLot, walletOf } from '#server/domains/ledger/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb, inTransaction } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { migrate } from '#server/kit/migrate.ts'
import { idleQueue } from '#server/kit/queue.ts'

const MASTER_KEY = Buffer.alloc(32, 1)
/** Titles that cost credits: as many as a busy account has rented at a time. */
const TITLES = Array.from({ length: 20 }, (_, n) => `title-${n}`)
const CREDITS = 1_000

/** A wallet with credits in one lot. */
export type BenchWallet = { accountId: string; walletId: string; lotId: number }

export type LedgerWorld = {
  app: App
  titles: readonly string[]
  databaseUrl: string
  superuserUrl: string
  makeWallets(count: number): Promise<BenchWallet[]>
}

/** An app on a database of its own, with titles for rent. */
export async function withLedgerWorld(work: (world: LedgerWorld) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
  const cluster = createCluster({ dataDir, log: () => undefined, durable: false })
  try {
    const { url: databaseUrl } = await cluster.start()
    const database = openDb({ url: databaseUrl, max: 1 })
    await migrate(database.pool, { folder: MIGRATIONS, clock: systemClock })
    await database.close()
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0' })
    const log = createLog({ level: 'silent', role: 'bench' })
    const app = await createApp({
      config,
      databaseUrl,
      masterKey: MASTER_KEY,
      log,
      clock: systemClock,
      queue: idleQueue,
    })
    try {
      for (const programId of TITLES) await makeTitle(app, programId)
      const superuserUrl = (await findRunning(dataDir, 'superuser'))!
      await work({ app, titles: TITLES, databaseUrl, superuserUrl, makeWallets: (count) => makeWallets(app, count) })
    } finally {
      await app.close()
    }
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTitle({ domains: { catalogue }, database: { db } }: App, programId: string): Promise<void> {
  await catalogue.createTitle({
    programId,
    programType: 'movie',
    classify: 'movie',
    title: { zh: programId, en: programId },
    restriction: 'I',
    vodTypes: ['PAY PER RENT'],
    credits: 3,
    releaseYear: 2025,
  })
  await catalogue.titleWriter.attachAsset(db, {
    programGuid: programId,
    role: 'film',
    assetId: `asset-${programId}`,
    facts: {
      durationMs: 60_000,
      width: 1280,
      height: 720,
      maxResolution: 'HD',
      audio: { dolbyAtmos: false, dolbyDigital: false, dolbyDigitalPlus: false, stereoAac51: false },
      audioLanguages: [],
      subtitleLanguages: [],
      previewKey: null,
      frameKeys: [],
    },
  })
  await catalogue.publish(programId)
}

let accounts = 0

/** Accounts with credits, written without the cost of their passwords. */
async function makeWallets({ database: { db, pool }, clock }: App, count: number): Promise<BenchWallet[]> {
  const numbers = Array.from({ length: count }, () => accounts++)
  await pool.query(
    `insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash,
       parental_hash, terms_agreed_at, privacy_agreed_at, created_at)
     select 'bench-' || n, '+852' || (90000000 + n), 'bench', 'bench@example.invalid', '1990-01-01', 'female', 'zh_HK',
       'anyplex', '', '', now(), now(), now() from unnest($1::int[]) as n`,
    [numbers],
  )
  const wallets: BenchWallet[] = []
  for (const n of numbers) {
    const accountId = `bench-${n}`
    const at = clock.now()
    const booking = { idempotencyKey: `bench:${n}`, actor: 'system', at }
    await inTransaction(db, async (tx) => {
      const walletId = await walletOf(tx, accountId, at)
      const expiresAt = at.add({ hours: 24 * 365 })
      const grant = { ...booking, walletId, bucket: 'recharged', amount: CREDITS, expiresAt, kind: 'demo' } as const
      wallets.push({ accountId, walletId, ...(await creditLot(tx, grant)) })
    })
  }
  return wallets
}

/** Writes the rows of a purchase by bare SQL, without any check: the baseline. */
export function bareBuyer(
  pool: Pool,
  { walletId, lotId }: BenchWallet,
  { price, hours }: { price: number; hours: number },
) {
  let [seq, balance] = [1, CREDITS]
  return async (programId: string): Promise<void> => {
    seq++
    balance -= price
    const id = `${walletId}-${seq}`
    const client = await pool.connect()
    const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
    try {
      await client.query('begin')
      const { rows } = await run(
        'bare-transfer',
        `insert into transfer (kind, idempotency_key, payload_hash, subject, at, actor)
         values ('rent', $1, sha256($1::text::bytea), $2, now(), 'member') returning transfer_id`,
        [`bare:${id}`, programId],
      )
      const transferId = rows[0].transfer_id
      await run(
        'bare-posting',
        `insert into posting (transfer_id, ledger_account, wallet_id, lot_id, bucket, commodity, amount, seq, balance_after)
         values ($1, 'wallet', $2, $3, 'recharged', 'CREDIT', $4, $5, $6),
           ($1, 'rent_revenue', null, null, null, 'CREDIT', -$4::bigint, null, null)`,
        [transferId, walletId, lotId, -price, seq, balance],
      )
      await run('bare-lot', 'update lot set remaining = remaining - $2 where lot_id = $1', [lotId, price])
      await run(
        'bare-rental',
        `insert into rental (rental_id, wallet_id, program_id, transfer_id, credits, starts_at, ends_at)
         values ($1, $2, $3, $4, $5, now(), now() + make_interval(hours => $6))`,
        [id, walletId, programId, transferId, price, hours],
      )
      await run(
        'bare-quote',
        `insert into consumed_quote (nonce, rental_id, expires_at) values ($1, $1, now() + interval '10 minutes')`,
        [id],
      )
      await client.query('commit')
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
