import { randomUUID } from 'node:crypto'
import type { send } from '#contract/admin/announcements.ts'
import type { AdminParsedInputOf } from '#contract/admin/endpoint.ts'
import { inTransaction } from '#server/kit/db.ts'
import type { OperatorsWorld } from './operators.ts'

type Draft = Omit<AdminParsedInputOf<typeof send>, 'requestKey' | 'reason' | 'version'>

export const aWording = () => ({
  title: { zh_HK: '系統更新', en_US: 'Maintenance tonight' },
  body: { zh_HK: '今晚兩時起暫停一小時。\n敬請留意。', en_US: 'We pause for an hour from 2 am.\nThank you.' },
  path: null as string | null,
})

/** A service message to the inbox of all. */
export const anAnnouncement = (more: Partial<Draft> = {}): Draft => ({
  kind: 'service',
  channels: ['inbox'],
  audience: { plans: [], regions: [], languages: [] },
  ...aWording(),
  startsAt: null,
  ...more,
})

interface Member {
  language?: 'zh_HK' | 'en_US'
  number?: string
  agrees?: boolean
  proven?: boolean
  birthday?: string
  closing?: boolean
}

/** Who agrees to marketing and has proven their address, unless it is said. */
export async function createMember(
  world: OperatorsWorld,
  { agrees = true, proven = true, closing = false, ...more }: Member = {},
): Promise<string> {
  const { accountId } = await world.care.aCustomer()
  const at = world.clock.now().toString()
  await world.pool.query(
    `update account set marketing_agreed_at = $2, email_valid_at = $3, closes_at = $4, email = $5,
      language = coalesce($6, language), number = coalesce($7, number), birthday = coalesce($8::date, birthday)
    where account_id = $1`,
    [
      accountId,
      agrees ? at : null,
      proven ? at : null,
      closing ? '2099-01-01T00:00:00Z' : null,
      `${accountId}@example.com`,
      more.language ?? null,
      more.number ?? null,
      more.birthday ?? null,
    ],
  )
  return accountId
}

/** As the first one, each with an address of their own. */
export async function createMembers(world: OperatorsWorld, count: number): Promise<void> {
  await world.pool.query(
    `insert into account select (jsonb_populate_record(a, jsonb_build_object(
        'account_id', 'many-' || lpad(n::text, 6, '0'), 'email', n || '@example.com', 'number', '+8526' || lpad(n::text, 7, '0')))).*
      from account a, generate_series(1, $1) n where a.account_id = (select min(account_id) from account)`,
    [count],
  )
}

/** So that a test has members of its own alone, and no announcement that runs. */
export async function forgetMembers(world: OperatorsWorld): Promise<void> {
  await world.pool.query(`delete from subscription`)
  await world.pool.query(`delete from inbox_message`)
  await world.pool.query(`delete from announcement_delivery`)
  await world.pool.query(`delete from account`)
  await world.pool.query(`update outbox_message set state = 'expired' where state in ('waiting', 'sending')`)
  await world.pool.query(`update announcement set ended_at = now() where ended_at is null`)
  world.announcing.mail.sent.length = 0
}

export async function setEmail(
  world: OperatorsWorld,
  { email, accountId }: { email: string; accountId: string },
): Promise<void> {
  await world.pool.query('update account set email = $1 where account_id = $2', [email, accountId])
}

async function aPlanned({
  announcements,
  db,
  clock,
}: OperatorsWorld): Promise<{ announcementId: string; version: number }> {
  const by = { operatorId: 'ida', actor: 'operator:ida', reason: 'a test', approvedBy: undefined }
  const startsAt = clock.now().add({ hours: 24 * 365 })
  const { announcementId } = await inTransaction(db, (tx) =>
    announcements.order(tx, { ...anAnnouncement(), ...by, startsAt }),
  )
  return { announcementId, version: 1 }
}

async function aHeld(w: OperatorsWorld): Promise<{ announcementId: string }> {
  const { announcementId } = await aPlanned(w)
  const { operatorId } = await w.anOperator('care')
  await w.pool.query('update announcement set operator_id = $2 where announcement_id = $1', [
    announcementId,
    operatorId,
  ])
  await w.pool.query('update operator set disabled_at = created_at where operator_id = $1', [operatorId])
  return { announcementId }
}

/** Inputs of the calls about announcements. */
export const ANNOUNCEMENT_EXAMPLES = {
  '/announcements/list': () => ({}),
  '/announcements/show': async (w: OperatorsWorld) => ({ announcementId: (await aPlanned(w)).announcementId }),
  '/announcements/choices': () => ({}),
  '/announcements/tryOut': () => {
    const { kind, channels, audience } = anAnnouncement()
    return { kind, channels, audience }
  },
  '/announcements/preview': () => ({ kind: 'service', ...aWording() }),
  '/announcements/test': () => ({ kind: 'service', ...aWording(), path: `/${randomUUID()}` }),
  '/announcements/send': () => ({ ...anAnnouncement(), reason: `maintenance ${randomUUID()}` }),
  '/announcements/continue': aHeld,
  '/announcements/stop': async (w: OperatorsWorld) => ({ ...(await aPlanned(w)), reason: 'another day' }),
}
