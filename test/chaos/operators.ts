import { randomUUID } from 'node:crypto'
import type { TitleContent } from '#contract/admin/titles.ts'
import { pause as wait } from '../support/random-moment.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { codeAt } from '#server/domains/operators/index.ts'
import { aTitleContent } from '../support/title-content.ts'
import { type Acknowledged, ANSWER_MS, PAID } from './actions.ts'
import type { Lives } from './members.ts'
import type { ChaosService } from './service.ts'

/** An operator's browser. A change is repeated with its key until it is answered, as a person does who saw no answer. */
function openBrowser({ origin, operator }: Pick<ChaosService, 'origin' | 'operator'>) {
  let cookie = ''
  let usedStep = 0
  return { call, change }

  async function post(path: string, input: object): Promise<{ result: string; status: number }> {
    const response = await fetch(`${origin}/api_admin${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-harbour-console': '1',
        cookie,
      },
      body: JSON.stringify({ language: 'en_US', ...input }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const set = response.headers.getSetCookie().map((one) => one.split(';', 1)[0]!)
    if (set.length > 0) cookie = set.join('; ')
    return { ...((await response.json()) as { result: string }), status: response.status }
  }

  /** @throws with the whole answer unless it is a SUCCESS */
  async function call<T>(path: string, input: object): Promise<T> {
    let answer = await post(path, input)
    if (answer.status === 401) {
      await signIn()
      answer = await post(path, input)
    }
    if (answer.result !== 'SUCCESS') throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer as T
  }

  /** By the real clock; each code counts once. */
  async function signIn(): Promise<void> {
    while (Math.floor(Date.now() / 30_000) <= usedStep) await wait(500)
    usedStep = Math.floor(Date.now() / 30_000)
    const { email, password, secret } = operator
    const answer = await post('/session/signIn', { email, password, code: codeAt(secret, Date.now()) })
    if (answer.result !== 'SUCCESS') throw new Error(`/session/signIn: ${JSON.stringify(answer)}`)
  }

  async function change<T>(path: string, input: object): Promise<T> {
    const keyed = { requestKey: randomUUID(), ...input }
    for (let tries = 0; ; tries++) {
      try {
        return await call<T>(path, keyed)
      } catch (error) {
        // Refused; otherwise nobody knows whether it was done.
        if (tries >= 4 || /"status":4/.test(String(error))) throw error
        await wait(1_000)
      }
    }
  }
}

type Browser = ReturnType<typeof openBrowser>
type Act = (browser: Browser, world: OperatorWorld) => Promise<void>
interface OperatorWorld {
  readonly random: () => number
  readonly service: ChaosService
  readonly mobilenos: readonly string[]
  /** Those that were found so far. */
  readonly accountIds: string[]
  readonly acknowledged: Acknowledged[]
}

const note = (world: OperatorWorld, entry: Omit<Acknowledged, 'at'>): void => {
  world.acknowledged.push({ at: new Date().toISOString(), ...entry })
}

/** Whole or in part, of a payment that a member was told of. */
const refund: Act = async (browser, world) => {
  const paid = world.acknowledged.filter(({ query }) => query === PAID)
  const chosen = paid[Math.floor(world.random() * paid.length)]
  if (!chosen) return
  const outTradeNo = String(chosen.values[0])
  const shown = await browser.call<{ maxCents: number; stepCents: number; isWholeOnly: boolean }>('/orders/show', {
    outTradeNo,
  })
  if (shown.maxCents === 0) return
  const steps = Math.floor(shown.maxCents / shown.stepCents)
  const isPart = !shown.isWholeOnly && steps > 1 && world.random() < 0.5
  const amountCents = isPart ? shown.stepCents * (1 + Math.floor(world.random() * (steps - 1))) : shown.maxCents
  const { refundId } = await browser.change<{ refundId?: string }>('/orders/refund', {
    outTradeNo,
    amountCents,
    reason: 'chaos',
  })
  if (refundId === undefined) return
  const query = 'select from payment_refund where refund_id = $1 and amount_cents = $2'
  note(world, { what: 'a refund that was requested', query, values: [refundId, amountCents] })
}

const correct: Act = async (browser, world) => {
  const { accountIds, mobilenos } = world
  if (accountIds.length < mobilenos.length) {
    const text = `+852${mobilenos[accountIds.length]}`
    const { list } = await browser.call<{ list: { accountId: string }[] }>('/customers/find', { text })
    accountIds.push(list[0]!.accountId)
  }
  const reason = `chaos ${randomUUID()}`
  const input = {
    accountId: accountIds[Math.floor(world.random() * accountIds.length)],
    bucket: 'recharged',
    credits: world.random() < 0.7 ? 1 + Math.floor(world.random() * 9) : -1,
    reason,
  }
  const { approvalId } = await browser.change<{ approvalId?: string }>('/customers/correct', input)
  if (approvalId !== undefined) return
  const query = `select from transfer where reason = $1 having count(*) = 1`
  note(world, { what: 'a correction, booked once', query, values: [reason] })
}

const changeTitle: Act = async (browser, world) => {
  const { titles } = world.service
  const programId = titles[Math.floor(world.random() * titles.length)]
  const found = await browser.call<{ version: number; content: TitleContent }>('/titles/find', { programId })
  const { title, vodTypes, credits, restriction, windows } = found.content
  const tagline = { zh_HK: '', en_US: `chaos ${randomUUID()}` }
  // Titles that no operator has made lack what a publication needs.
  const draft = aTitleContent({ title, vodTypes, credits, restriction, windows, tagline })
  await browser.change('/titles/publish', { programId, version: found.version, draft })
  const query = `select from title_version where program_id = $1 and content->'tagline'->>'en_US' = $2 having count(*) = 1`
  note(world, { what: 'a change of a title, made once', query, values: [programId, tagline.en_US] })
}

const ACTS: readonly (readonly [string, Act])[] = [
  ['refund', refund],
  ['refund', refund],
  ['refund', refund],
  ['correct', correct],
  ['changeTitle', changeTitle],
]

/** One operator works at the same service as the members, until the signal. */
export async function operate(lives: Lives, activity: OperatorActivity): Promise<void> {
  const random = seededRandom(lives.seed * 1_000 + 999)
  const browser = openBrowser(lives.service)
  const mobilenos = lives.members.map(({ mobileno }) => mobileno)
  const world = { random, service: lives.service, mobilenos, accountIds: [], acknowledged: activity.acknowledged }
  while (!lives.signal.aborted) {
    const [name, act] = ACTS[Math.floor(random() * ACTS.length)]!
    await activity.count(`operator: ${name}`, async () => {
      if (!lives.mayAct()) throw new Error('paused')
      await act(browser, world)
    })
    await wait(random() * 1_500)
  }
}

export interface OperatorActivity {
  readonly acknowledged: Acknowledged[]
  count(name: string, work: () => Promise<void>): Promise<void>
}
