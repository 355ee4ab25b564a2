import { pause as wait } from '../support/random-moment.ts'
import { createCall } from '../support/member-call.ts'
import { until } from '../support/processes.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type Acknowledged, ANSWER_MS, chooseAction, type ChaosMember } from './actions.ts'
import type { ChaosService } from './service.ts'

export async function registerMembers(service: ChaosService, count: number): Promise<ChaosMember[]> {
  const members: ChaosMember[] = []
  for (let n = 0; n < count; n++) members.push(await register(service.origin, `9210${String(n).padStart(4, '0')}`))
  return members
}

async function register(origin: string, mobileno: string): Promise<ChaosMember> {
  const call = createCall(origin)
  const as = { device: mobileno, language: 'en_US' } as const
  const number = { mobileno, areaCode: '852' }
  await call('/api/register2.action', { ...number, agreeTerms: true, agreePrivacy: true }, as)
  const code = await until(() => codeOf(origin, mobileno), { what: 'the code', seconds: 60, everyMs: 200 })
  const check = '/api/checkVerificationCode.action'
  const { verificationToken } = await call<{ verificationToken: string }>(check, { ...number, code }, as)
  const person = { name: '陳大文', email: `${mobileno}@example.com`, birthday: '1990-05-12', gender: 'female' }
  const { token } = await call<{ token: string }>('/api/register3', { verificationToken, ...person }, as)
  const { data } = await call<{ data: { profiles: { profileId: string }[] } }>(
    '/api_v2/profile/list',
    {},
    { ...as, token },
  )
  const { profileId } = data.profiles[0]!
  await call('/api_v2/profile/choose', { profileId }, { ...as, token })
  return { mobileno, token, profileId }
}

async function codeOf(origin: string, mobileno: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/dev/outbox?to=${encodeURIComponent(`+852${mobileno}`)}`)
  const { list } = (await answer.json()) as { list: { text: string }[] }
  return /\b\d{6}\b/.exec(list[0]?.text ?? '')?.[0]
}

export interface Activity {
  readonly acknowledged: Acknowledged[]
  /** By action: how often it succeeded, and how often it did not. */
  readonly done: Record<string, { ok: number; failed: number; lastError?: string }>
  /** Answers that are a fault of the service: 500, or later than any may be. */
  readonly faults: string[]
  /** Counts what is done; its failures are no fault of the service unless it says so. */
  count(name: string, work: () => Promise<void>): Promise<void>
}

export interface Lives {
  readonly service: ChaosService
  readonly members: readonly ChaosMember[]
  readonly seed: number
  readonly signal: AbortSignal
  /** False while the service has another clock than the books. */
  readonly mayAct: () => boolean
}

/** Members act one after another, each by its own random numbers, until the signal. */
export async function liveOn({ service, members, seed, signal, mayAct }: Lives, activity: Activity): Promise<void> {
  const { origin, titles, codes } = service
  await Promise.all(
    members.map(async (member, n) => {
      const random = seededRandom(seed * 1_000 + n)
      while (!signal.aborted) {
        const { name, run } = chooseAction(random)
        await activity.count(name, async () => {
          if (!mayAct()) throw new Error('paused')
          await run(member, { random, origin, titles, codes, acknowledged: activity.acknowledged })
        })
        await wait(random() * 300)
      }
    }),
  )
}

export function createActivity(): Activity {
  const activity: Activity = { acknowledged: [], done: {}, faults: [], count }
  return activity

  async function count(name: string, work: () => Promise<void>): Promise<void> {
    const counts: Activity['done'][string] = (activity.done[name] ??= { ok: 0, failed: 0 })
    try {
      await work()
      counts.ok++
    } catch (error) {
      counts.failed++
      const text = String(error)
      // Not what is due to a kill.
      if (!/paused|fetch failed/.test(text) && !(error instanceof DOMException)) counts.lastError = text.slice(0, 200)
      if (text.includes('"INTERNAL"')) activity.faults.push(`${name}: ${text.slice(0, 300)}`)
      if (error instanceof DOMException && error.name === 'TimeoutError')
        activity.faults.push(`${name}: no answer within ${ANSWER_MS} ms, at ${new Date().toISOString()}`)
      await wait(100)
    }
  }
}
