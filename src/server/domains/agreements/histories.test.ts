import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'
import { isFull } from '../../../../test/support/full.ts'
import type { MandateNotice } from './index.ts'

/** Each history has some 20 steps on a real database. */
const RUNS = isFull ? 100 : 12

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
afterAll(() => world.close())

type Trouble = (typeof world.push.troubles)[number]

/** What happens, in any order; what the payer or the provider does is the same in each history of one story. */
type Step =
  | { do: 'callback'; which: number; repeat: boolean }
  | { do: 'tick'; minutes: number }
  | { do: 'check' }
  | { do: 'trouble'; trouble: Trouble }
  | { do: 'owner fails' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('callback' as const), which: fc.nat(5), repeat: fc.boolean() }),
  fc.record({ do: fc.constant('tick' as const), minutes: fc.integer({ min: 1, max: 6 }) }),
  fc.constant({ do: 'check' as const }),
  fc.record({
    do: fc.constant('trouble' as const),
    trouble: fc.constantFrom('request lost' as const, 'response lost', 'crash before', 'crash after'),
  }),
  fc.constant({ do: 'owner fails' as const }),
)

const history = fc.record({
  payer: fc.constantFrom('approves' as const, 'declines', 'leaves'),
  isAccepted: fc.boolean(),
  providerCharges: fc.integer({ min: 0, max: 3 }),
  isRevoked: fc.boolean(),
  steps: fc.array(step, { maxLength: 14 }),
})

type History = typeof history extends fc.Arbitrary<infer H> ? H : never

/** The world as the provider has it is made at once; what we hear of it comes in the order of the steps. */
async function play({ payer, isAccepted, providerCharges, isRevoked, steps }: History): Promise<string> {
  await world.reset()
  if (!isAccepted) world.owner.refusal = 'TRIAL_USED'
  const { agreementId } = await world.start({ terms: { trial: false, firstChargeAt: world.clock.now() } })
  const reference = { providerReference: `paypal-${agreementId}` }
  const notices: MandateNotice[] = [reference]
  if (payer === 'declines') world.push.side(agreementId).state = 'declined'
  if (payer === 'approves') {
    world.push.approve(agreementId)
    for (let n = 0; n < providerCharges; n++)
      notices.push({ ...reference, providerCharge: world.push.charge(agreementId) })
  }
  for (const one of steps) await perform(one, { agreementId, notices })
  // What was lost is found by queries; every callback comes at last.
  world.push.troubles = []
  world.owner.failing = false
  for (const notice of notices) await world.callback('paypal', notice)
  if (isRevoked && payer === 'approves' && isAccepted) {
    await settle(1)
    world.push.side(agreementId).state = 'ended'
    await world.callback('paypal', reference)
  }
  await settle(30)
  return agreementId
}

async function settle(hours: number): Promise<void> {
  for (let n = 0; n < 4; n++) {
    world.clock.advance(`PT${hours}H`)
    await world.webhooks.processDue()
    await world.runDue()
  }
}

async function perform(one: Step, { agreementId, notices }: { agreementId: string; notices: MandateNotice[] }) {
  switch (one.do) {
    case 'callback': {
      const notice = notices[one.which % notices.length]!
      const said = () => world.callback('paypal', notice)
      await (one.repeat ? Promise.all([said(), said(), said()]) : said())
      break
    }
    case 'tick':
      world.clock.advance(`PT${one.minutes}M`)
      await world.webhooks.processDue()
      await world.runDue()
      break
    case 'check':
      // A browser gets a crash as an error.
      await world.agreements.check(await world.find(agreementId)).catch(() => undefined)
      break
    case 'trouble':
      world.push.troubles.push(one.trouble)
      break
    case 'owner fails':
      world.owner.failing = true
      await world.agreements.check(await world.find(agreementId)).catch(() => undefined)
      world.owner.failing = false
  }
}

test('any order, repetition and loss of callbacks, with crashes and lost requests, ends in the same state', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const agreementId = await play(one)
      const { state, failure } = await world.find(agreementId)
      const heard = await world.owner.of(agreementId)
      const orders = await world.db.selectFrom('payment_order').select('state').execute()
      const isApproved = one.payer === 'approves'
      if (!isApproved) {
        expect({ state, failure }).toEqual({
          state: 'abandoned',
          failure: one.payer === 'declines' ? 'DECLINED' : null,
        })
        expect(heard).toEqual([])
        expect(orders).toEqual([])
        return
      }
      // Each charge is one order, whatever was said of it how often.
      expect(orders).toHaveLength(one.providerCharges)
      expect(heard.filter((what) => what.startsWith('activated'))).toHaveLength(1)
      expect(heard.filter((what) => what.startsWith('paid'))).toHaveLength(one.providerCharges)
      if (!one.isAccepted) {
        expect({ state, failure }).toEqual({ state: 'abandoned', failure: 'TRIAL_USED' })
        expect(world.push.side(agreementId).state).toBe('ended')
        expect(heard).not.toContain('revoked')
        return
      }
      expect(state).toBe(one.isRevoked ? 'revoked' : 'active')
      expect(heard.filter((what) => what === 'revoked')).toHaveLength(one.isRevoked ? 1 : 0)
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  )
}, 120_000)
