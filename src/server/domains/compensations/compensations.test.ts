import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/kit/db.ts'
import { createTestCompensations } from '../../../../test/support/compensations.ts'
import { createTestRentals, type RentalsApp } from '../../../../test/support/rentals.ts'
import type { CompensationOrder } from './compensations.rules.ts'
import { incidentKey, problemOf } from './compensations.rules.ts'

let app: RentalsApp
let compensations: ReturnType<typeof createTestCompensations>
beforeAll(async () => {
  app = await createTestRentals()
  compensations = createTestCompensations({ db: app.worldDb, clock: app.clock }, { rentals: app.rentals })
})
afterAll(() => app.close())

/** Of the last hour. */
const anOrder = (more: Partial<CompensationOrder> = {}): CompensationOrder => ({
  incident: `incident ${randomUUID()}`,
  from: app.clock.now().subtract({ hours: 1 }),
  until: app.clock.now(),
  who: ['paid', 'rented', 'streamed'],
  gives: { kind: 'credits', credits: 20 },
  ...more,
})

const by = {
  reason: 'outage',
  operatorId: 'op-1',
  actor: 'operator:Ada',
  approvedBy: 'op-2',
  approvedMembers: undefined,
}
const order = (given: CompensationOrder, more: { approvedMembers?: number } = {}) =>
  inTransaction(app.worldDb, (tx) => compensations.order(tx, { ...given, ...by, ...more }))
const count = (given: CompensationOrder) => inTransaction(app.worldDb, (tx) => compensations.count(tx, given))

/** Who had nothing to do with what other tests do: their time is another hour. */
const nextHour = () => app.clock.advance('PT50H')

async function aPayer(state = 'paid'): Promise<string> {
  const { accountId } = await app.aRenter()
  const at = app.clock.now().subtract({ minutes: 30 }).toString()
  await app.pool.query(
    `insert into payment_order (order_id, account_id, purpose, purpose_id, ordinal, kind, sandbox, state, amount_cents,
       currency, item, language, terminal, continue_url, cancel_url, created_at, expires_at, paid_at, paid_cents, paid_currency)
     values ($1, $2, 'topup', 'p', 1, 'wechat', true, $3, 100, 'HKD', '{}', 'zh_HK', 'web', '', '', $4, $4, $4, 100, 'HKD')`,
    [randomUUID(), accountId, state, at],
  )
  return accountId
}

async function aStreamer(): Promise<string> {
  const { accountId } = await app.aRenter()
  const at = app.clock.now().subtract({ minutes: 30 }).toString()
  await app.pool.query(
    `insert into playback_stream (stream_id, account_id, session_id, program_id, program_guid, started_at, last_seen_at)
     values ($1, $2, $1, 'film', 'film', $3, $3)`,
    [randomUUID(), accountId, at],
  )
  return accountId
}

const messagesOf = async (accountId: string) =>
  (
    await app.pool.query<{ template: string; params: object }>(
      `select template, params from inbox_message where account_id = $1 and template like 'compensated%'`,
      [accountId],
    )
  ).rows
const creditsOf = (accountId: string) => app.credits({ accountId } as never)

describe('who is harmed', () => {
  test('who paid and was not refunded, who had a rental that ran, who played; each counted once', async () => {
    nextHour()
    const [payer] = [await aPayer(), await aPayer('refunded'), await aPayer('charged_back'), await aStreamer()]
    const renter = await app.aRenter(60)
    await app.rent(renter, 'film')
    app.clock.advance('PT1M')
    const given = anOrder()
    expect(await count(given)).toMatchObject({ members: 3, paid: 1, rented: 1, streamed: 1, hadBefore: 0, credits: 60 })
    expect(await count({ ...given, who: ['paid'] })).toMatchObject({ members: 1, credits: 20 })
    expect(await count({ ...given, until: given.from, from: given.from.subtract({ hours: 1 }) })).toMatchObject({
      members: 0,
    })
    const sample = await inTransaction(app.worldDb, (tx) => compensations.sample(tx, { ...given, who: ['paid'] }))
    expect(sample).toMatchObject([{ accountId: payer, did: ['paid'] }])
  })

  test('an account with the address of an operator is not', async () => {
    nextHour()
    const [payer] = [await aPayer(), await aPayer()]
    await app.pool.query(`update account set email = 'Ada@Harbour.test' where account_id = $1`, [payer])
    await app.pool.query(
      `insert into operator (operator_id, email, name, roles, created_at) values ('op-own', 'ada@harbour.test', 'Ada', '{care}', now())`,
    )
    expect(await count(anOrder())).toMatchObject({ members: 1 })
  })
})

/** Times in hours from now. */
type Changed = Omit<CompensationOrder, 'from' | 'until'> & { from: number; until: number }

test.each<[string, Partial<Changed>, string | undefined]>([
  ['ends before it begins', { until: -2 }, 'compensationPeriod'],
  ['is not over', { until: 1 }, 'compensationPeriod'],
  ['lasted more than 31 days', { from: -32 * 24 }, 'compensationPeriod'],
  ['gives longer rentals to who had none', { gives: { kind: 'rental', hours: 1 } }, 'compensationRenters'],
  ['is possible', { gives: { kind: 'rental', hours: 1 }, who: ['rented'] }, undefined],
])('an order that %s', (_, { from = -1, until = 0, ...more }, is) => {
  const now = app.clock.now()
  const period = { from: now.add({ hours: from }), until: now.add({ hours: until }) }
  expect(problemOf({ ...anOrder(), ...more, ...period }, now)?.is).toBe(is)
})

test('an incident is one, however it is spelled', () => {
  expect(incidentKey('Outage  of 28 Nov')).toBe(incidentKey('outage of 28 NOV'))
  expect(incidentKey('Outage of 28 Nov')).not.toBe(incidentKey('Outage of 29 Nov'))
})

describe('credits', () => {
  test('are given once for an incident: by several workers, in two orders, at the same time', async () => {
    nextHour()
    const members = [await aPayer(), await aPayer(), await aStreamer()]
    const given = anOrder()
    const orders = await Promise.allSettled([order(given), order({ ...given, incident: given.incident.toUpperCase() })])
    expect(orders.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await Promise.all([compensations.giveDue(), compensations.giveDue(), compensations.giveDue()])
    for (const accountId of members) {
      expect(await creditsOf(accountId)).toBe(20)
      expect(await messagesOf(accountId)).toEqual([
        { template: 'compensatedCredits', params: { credits: 20, until: expect.stringMatching(/^2026-|^2027-/) } },
      ])
    }
    await expect(order(given)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await count(given)).toMatchObject({ members: 0, hadBefore: 3 })
    const { list } = await compensations.list({ filter: {}, sort: '-madeAt', limit: 1 })
    expect(list).toMatchObject([{ state: 'done', members: 3, given: 3, nothing: 0, failed: 0 }])
    expect(await app.differences()).toEqual([])
  })

  test('stand on the statement with the incident, and in the audit log of the customer', async () => {
    nextHour()
    const accountId = await aPayer()
    const given = anOrder()
    const { compensationId } = await order(given)
    await compensations.giveDue()
    const { lines } = await app.ledger.statement(accountId, { limit: 10, before: undefined })
    expect(lines).toMatchObject([
      { kind: 'correction', reason: given.incident, bucket: 'recharged', change: 20, balance: 20 },
    ])
    const { rows } = await app.pool.query(
      `select action, actor, reason, bulk_id, details from audit_entry where subject = $1`,
      [`customer:${accountId}`],
    )
    expect(rows).toEqual([
      {
        action: 'compensate customer',
        actor: 'operator:Ada',
        reason: 'outage',
        bulk_id: compensationId,
        details: { compensationId, credits: 20 },
      },
    ])
  })

  test('reach no account that joined after the order, and none that is gone', async () => {
    nextHour()
    const [one, gone] = [await aPayer(), await aPayer()]
    const { compensationId, members } = await order(anOrder())
    await aPayer()
    await app.pool.query(`update payment_order set account_id = null where account_id = $1`, [gone])
    await app.pool.query(`delete from account where account_id = $1`, [gone])
    await compensations.giveDue()
    expect(members).toBe(2)
    expect(await compensations.show(compensationId)).toMatchObject({ state: 'done', given: 1, nothing: 1 })
    expect(await creditsOf(one)).toBe(20)
  })

  test('that many more would get than were approved are refused', async () => {
    nextHour()
    await Promise.all([1, 2, 3].map(() => aPayer()))
    await expect(order(anOrder(), { approvedMembers: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { problem: { is: 'compensationGrew', members: 3, approved: 1 } },
    })
    expect(await order(anOrder(), { approvedMembers: 2 })).toMatchObject({ members: 3 })
    await compensations.giveDue()
  })
})

test('an account that fails is tried again and holds up no other; after ten times it is given up', async () => {
  nextHour()
  const [one, other] = [await aPayer(), await aPayer()]
  const { compensationId } = await order(anOrder())
  await app.pool.query(
    `create function fail_lot() returns trigger language plpgsql as $$ begin
       if (select account_id from wallet where wallet_id = new.wallet_id) = '${one}' then raise 'no'; end if; return new; end $$;
     create trigger fail_lot before insert on lot for each row execute function fail_lot()`,
  )
  await compensations.giveDue()
  expect([await creditsOf(one), await creditsOf(other)]).toEqual([0, 20])
  expect(await compensations.show(compensationId)).toMatchObject({ state: 'running', given: 1 })
  for (let round = 0; round < 9; round += 1) {
    app.clock.advance('PT10M')
    await compensations.giveDue()
  }
  expect(await compensations.show(compensationId)).toMatchObject({ state: 'done', given: 1, failed: 1 })
  await app.pool.query('drop trigger fail_lot on lot; drop function fail_lot')
  expect(await messagesOf(one)).toEqual([])
})

test('a stop leaves what was given, and lets the others be compensated anew', async () => {
  nextHour()
  const members = [await aPayer(), await aPayer()]
  const given = anOrder()
  const { compensationId } = await order(given)
  await inTransaction(app.worldDb, (tx) => compensations.stop(tx, { compensationId, actor: 'operator:Ben' }))
  await compensations.giveDue()
  expect(await compensations.show(compensationId)).toMatchObject({
    state: 'stopped',
    given: 0,
    stoppedBy: 'operator:Ben',
  })
  await expect(
    inTransaction(app.worldDb, (tx) => compensations.stop(tx, { compensationId, actor: 'operator:Ben' })),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await order(given)
  await compensations.giveDue()
  expect(await Promise.all(members.map(creditsOf))).toEqual([20, 20])
})

describe('longer rentals', () => {
  const longer = (hours = 24) => anOrder({ who: ['rented'], gives: { kind: 'rental', hours } })
  const endOf = async (accountId: string, programId: string) => {
    const { rows } = await app.pool.query<{ ends_at: Temporal.Instant }>(
      `select r.ends_at from rental r join wallet w using (wallet_id)
       where w.account_id = $1 and r.program_id = $2 order by r.starts_at desc limit 1`,
      [accountId, programId],
    )
    return rows[0]!.ends_at
  }

  test('run on from their end, and are told', async () => {
    nextHour()
    const renter = await app.aRenter(60)
    const { rentedUntil } = await app.rent(renter, 'film')
    app.clock.advance('PT1H')
    const given = longer()
    expect(await count(given)).toMatchObject({ members: 1, rentals: 1, credits: null })
    await order(given)
    await compensations.giveDue()
    const end = rentedUntil!.add({ hours: 24 })
    expect(String(await endOf(renter.accountId, 'film'))).toBe(String(end))
    app.clock.set(end.subtract({ minutes: 1 }))
    expect(await app.plays(renter, 'film')).toBe(true)
    app.clock.advance('PT2M')
    expect(await app.plays(renter, 'film')).toBe(false)
    expect(await messagesOf(renter.accountId)).toMatchObject([
      {
        template: 'compensatedRentals',
        params: { rentals: [{ title: expect.any(Object), time: expect.any(String) }] },
      },
    ])
    expect(await app.credits(renter)).toBe(32)
    expect(await app.differences()).toEqual([])
  })

  test('that have ended are opened again from now, unless the title was rented again since', async () => {
    nextHour()
    const [once, twice] = [await app.aRenter(90), await app.aRenter(90)]
    await app.rent(once, 'film')
    await app.rent(twice, 'film')
    app.clock.advance('PT1H')
    const given = longer()
    app.clock.advance('PT49H')
    await app.rent(twice, 'film')
    const before = await endOf(twice.accountId, 'film')
    await order(given)
    await compensations.giveDue()
    expect(await app.plays(once, 'film')).toBe(true)
    expect(String(await endOf(once.accountId, 'film'))).toBe(String(app.clock.now().add({ hours: 24 })))
    expect(String(await endOf(twice.accountId, 'film'))).toBe(String(before))
    expect(await messagesOf(twice.accountId)).toEqual([])
  })

  test('never run beyond the licence', async () => {
    nextHour()
    const renter = await app.aRenter(60)
    const end = app.clock.now().add({ hours: 50 })
    await app.catalogue.updateTitle('other', {
      licences: [{ region: 'HK', startsAt: Temporal.Instant.from('2026-01-01T00:00:00Z'), endsAt: end }],
    })
    await app.rent(renter, 'other')
    app.clock.advance('PT1H')
    await order(longer())
    await compensations.giveDue()
    expect(String(await endOf(renter.accountId, 'other'))).toBe(String(end))
  })
})
