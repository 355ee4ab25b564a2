import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { withApiWorld } from './support/api-world.ts'
import { applicant } from './support/applicant.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Whether the time of an answer tells that a number is registered: the median of every call that a stranger may ask about a
 * number, over numbers with an account and as many without one. The two take turns, each asks from an address of its own, and who
 * goes first changes from pair to pair. An answer that differs in anything but its time ends the bench. BENCH_PAIRS: fewer pairs.
 */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 200)
/** Pairs that nobody counts: the first answers are slower than all others. */
const WARMING = 20
const RATIO = { atLeast: 0.9, atMost: 1.1 }

type Kind = 'known' | 'unknown'
const KINDS: readonly Kind[] = ['known', 'unknown']

interface Call {
  readonly name: string
  readonly path: string
  readonly body: object
  /** Each range of numbers is asked for an SMS once; the calls on what was sent share it. */
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
const NUMBERS = PAIRS + WARMING

/** Numbers with and without an account lie side by side, so that no index knows the one kind from the other. */
const mobileOf = (call: Pick<Call, 'range'>, pair: number, kind: Kind): string =>
  `51${String((call.range * NUMBERS + pair) * 2 + KINDS.indexOf(kind)).padStart(6, '0')}`

/** Accounts for the known half: one is made as every other, the rest are its copies. */
async function prepare({ domains: { accounts }, clock, database: { db } }: App): Promise<void> {
  const first = mobileOf({ range: 0 }, 0, 'known')
  await accounts.admit(applicant(first, clock.now()))
  await sql`
    insert into account
    select (jsonb_populate_record(a, jsonb_build_object('account_id', 'bench-' || n, 'number', '+852' || (${Number(first)}::int + 2 * n)))).*
    from account a cross join generate_series(1, ${NUMBERS * RANGES - 1}::int) n`.execute(db)
}

/** Every question has an address of its own, which no count knows. */
let asked = 0
function nextAddress(): string {
  asked += 1
  return `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
}

type Answer = { ms: number; said: string }

async function ask(origin: string, { path, body }: Call, mobileno: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextAddress() }
  const begun = performance.now()
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ mobileno, areaCode: '852', deviceSerial: mobileno, ...body }),
  })
  const text = await response.text()
  return { ms: performance.now() - begun, said: `${response.status} ${text}` }
}

async function measure(origin: string, call: Call): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] }
  const said = new Set<string>()
  for (let pair = 0; pair < NUMBERS; pair++) {
    for (const kind of pair % 2 ? KINDS : KINDS.toReversed()) {
      const answer = await ask(origin, call, mobileOf(call, pair, kind))
      said.add(answer.said)
      if (pair >= WARMING) times[kind].push(answer.ms)
    }
  }
  if (said.size > 1) throw new Error(`${call.name}: answers that differ:\n${[...said].join('\n')}`)
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
