import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { withApiWorld } from './support/api-world.ts'
import { applicant } from './support/applicant.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Checks that response times do not reveal whether a number is registered: the median of every call that accepts a
 * number from an anonymous client, over registered and unregistered numbers.
 * The two kinds alternate, each request comes from its own address, and the order changes from pair to pair. A
 * difference in anything but time fails the benchmark. BENCH_PAIRS reduces the number of pairs.
 */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 200)
/** Warm-up pairs, not counted: the first responses are slower. */
const RAMP_UP_PAIRS = 20
const RATIO = { atLeast: 0.9, atMost: 1.1 }

type Kind = 'known' | 'unknown'
const KINDS: readonly Kind[] = ['known', 'unknown']

interface Call {
  readonly name: string
  readonly path: string
  readonly body: object
  /** An SMS is requested once per range of numbers. The calls that use the code share the range. */
  readonly range: number
}

const NEW_PASSWORD = { newPassword: '840271', confirmPassword: '840271' }
const CONSENT = { agreeTerms: true, agreePrivacy: true }
const CALLS: readonly Call[] = [
  { name: 'login, wrong password', path: 'login.action', body: { password: '730519' }, range: 0 },
  { name: 'register2', path: 'register2.action', body: CONSENT, range: 0 },
  { name: 'checkVerificationCode, wrong', path: 'checkVerificationCode.action', body: { code: '000001' }, range: 0 },
  { name: 'the same, CLP', path: 'checkVerificationCodeCLP.action', body: { code: '000001' }, range: 0 },
  { name: 'getResetPasswordCode', path: 'getResetPasswordCode.action', body: {}, range: 1 },
  {
    name: 'resetPassword, wrong code',
    path: 'resetPassword.action',
    body: { code: '000001', ...NEW_PASSWORD },
    range: 1,
  },
]
const RANGES = 2
const NUMBERS = PAIRS + RAMP_UP_PAIRS

/** Registered and unregistered numbers are adjacent, so that no index separates them. */
const mobileOf = (call: Pick<Call, 'range'>, pair: number, kind: Kind): string =>
  `51${String((call.range * NUMBERS + pair) * 2 + KINDS.indexOf(kind)).padStart(6, '0')}`

/** Creates the accounts of the registered half: one regularly, the others as copies. */
async function prepare({ domains: { accounts }, clock, database: { db } }: App): Promise<void> {
  const first = mobileOf({ range: 0 }, 0, 'known')
  await accounts.createAccount(applicant(first, clock.now()))
  await sql`
    insert into account
    select (jsonb_populate_record(a, jsonb_build_object('account_id', 'bench-' || n, 'number', '+852' || (${Number(first)}::int + 2 * n)))).*
    from account a cross join generate_series(1, ${NUMBERS * RANGES - 1}::int) n`.execute(db)
}

/** Each request has its own address, which no rate limit has counted. */
let addressCount = 0
function nextAddress(): string {
  addressCount += 1
  return `10.${(addressCount >> 16) & 255}.${(addressCount >> 8) & 255}.${addressCount & 255}`
}

type Answer = { ms: number; text: string }

async function request(origin: string, { path, body }: Call, mobileno: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextAddress() }
  const startMs = performance.now()
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ mobileno, areaCode: '852', deviceSerial: mobileno, ...body }),
  })
  const text = await response.text()
  return { ms: performance.now() - startMs, text: `${response.status} ${text}` }
}

async function measure(origin: string, call: Call): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  const responses = new Set<string>()
  for (let pair = 0; pair < NUMBERS; pair++) {
    for (const kind of pair % 2 ? KINDS : KINDS.toReversed()) {
      const answer = await request(origin, call, mobileOf(call, pair, kind))
      responses.add(answer.text)
      if (pair >= RAMP_UP_PAIRS) times[kind].push(answer.ms)
    }
  }
  if (responses.size > 1) throw new Error(`${call.name}: responses differ:\n${[...responses].join('\n')}`)
  return times
}

await withApiWorld({ env: { TRUST_PROXY: 'loopback', SMS_PER_DAY: '100000' }, prepare }, async (world) => {
  const origin = await world.ours()
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  for (const call of CALLS) {
    const { known, unknown } = await measure(origin, call)
    const ratio = median(known) / median(unknown)
    rows.push([call.name, median(known), median(unknown), ratio])
    budgets.push({ name: `${call.name}, known to unknown`, found: ratio, ...RATIO })
  }
  printTable([`${PAIRS} pairs`, 'known ms', 'unknown ms', 'ratio'], rows)
  checkBudgets(budgets)
})
