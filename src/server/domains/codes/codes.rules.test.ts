import { describe, expect, test } from 'vitest'
import type { Batch, Code, CodeReward } from './codes-model.ts'
import {
  batchProblem,
  codeRefusal,
  type Entrance,
  isKnownHere,
  isNewMember,
  type Redeemer,
  redeemerRefusal,
  stateOf,
} from './codes.rules.ts'

const NOW = Temporal.Instant.from('2026-11-20T06:00:00Z')
const LATER = NOW.add({ hours: 1 })
const EARLIER = NOW.subtract({ hours: 1 })
const CREDITS: CodeReward = { kind: 'credits', amount: 50, expiresInDays: 365 }
const PLAN: CodeReward = { kind: 'plan', planId: 'entertainment-pass', amount: 1 }
const VOUCHER: CodeReward = { kind: 'voucher', amount: 2, expiresInDays: 90 }
const TICKET: CodeReward = { kind: 'ticket', amount: 1, expiresInDays: 90 }
const BATCH: Batch = {
  batchId: 'batch',
  kind: 'redeem',
  name: 'a batch',
  grants: [CREDITS],
  usesPerCode: 1,
  newUsersOnly: false,
  partner: null,
  startsAt: EARLIER,
  expiresAt: null,
  voidedAt: null,
}
type Given = Partial<Omit<Code, 'batch'>> & { batch?: Partial<Batch> }
const aCode = ({ batch, ...code }: Given): Code => ({
  codeId: 1,
  usesLeft: 1,
  expiresAt: LATER,
  voidedAt: null,
  ...code,
  batch: { ...BATCH, ...batch },
})

const ORDINARY: Entrance = { kinds: 'ordinary' }
const HGC: Entrance = { kinds: 'partner', partner: 'hgc' }
const OF_HGC = { kind: 'partner', partner: 'hgc', grants: [VOUCHER] } as const

describe('a code', () => {
  test.each<[string, Given, Entrance, boolean]>([
    ['of an ordinary batch', {}, ORDINARY, true],
    ['from the second in which it starts', { batch: { startsAt: NOW } }, ORDINARY, true],
    ['before it starts', { batch: { startsAt: LATER } }, ORDINARY, false],
    ['of an ordinary batch, as a gift card', {}, { kinds: 'giftcard' }, false],
    ['of a gift card, as a gift card', { batch: { kind: 'giftcard' } }, { kinds: 'giftcard' }, true],
    ['of a partner, on an ordinary screen', { batch: OF_HGC }, ORDINARY, true],
    ['of a partner, with the partner', { batch: OF_HGC }, HGC, true],
    ['of another partner', { batch: { ...OF_HGC, partner: 'clp' } }, HGC, false],
    ['of an ordinary batch, with a partner', {}, HGC, false],
    ['for members of the partner, with the partner', { batch: { partner: 'hgc' } }, HGC, false],
  ])('%s is known: %s', (_what, code, entrance, known) => {
    expect(isKnownHere(aCode(code), entrance, NOW)).toBe(known)
  })

  test.each<[string, Given, string]>([
    ['that is unused', {}, 'unused'],
    ['with a use left', { usesLeft: 3 }, 'unused'],
    ['without an expiry', { expiresAt: null }, 'unused'],
    ['in the last instant', { expiresAt: NOW.add({ nanoseconds: 1 }) }, 'unused'],
    ['as it expires', { expiresAt: NOW }, 'expired'],
    ['that was voided', { voidedAt: EARLIER }, 'voided'],
    ['of a voided batch', { batch: { voidedAt: EARLIER } }, 'voided'],
    ['voided and expired', { voidedAt: EARLIER, expiresAt: EARLIER }, 'voided'],
    ['used up', { usesLeft: 0 }, 'redeemed'],
    ['used up and voided', { usesLeft: 0, voidedAt: EARLIER }, 'redeemed'],
    ['used up and expired', { usesLeft: 0, expiresAt: EARLIER }, 'redeemed'],
  ])('that is %s says whether it can be redeemed', (_what, code, state) => {
    expect(stateOf(aCode(code), NOW)).toBe(state)
  })

  test.each<[string, Given, object | undefined]>([
    ['unused', {}, undefined],
    ['used up', { usesLeft: 0 }, { code: 'CODE_USED', of: 'redeem' }],
    ['voided', { voidedAt: EARLIER }, { code: 'CODE_EXPIRED', of: 'redeem' }],
    ['expired', { expiresAt: NOW }, { code: 'CODE_EXPIRED', of: 'redeem' }],
  ])('%s', (_what, code, refusal) => {
    expect(codeRefusal(aCode(code), NOW)).toEqual(refusal)
  })
})

describe('who may redeem', () => {
  const MEMBER: Redeemer = { partner: 'anyplex', isTelecomPartner: false, isNew: false }
  const NEW: Redeemer = { ...MEMBER, isNew: true }
  const TELECOM: Redeemer = { partner: 'hgc', isTelecomPartner: true, isNew: false }
  const NEW_MEMBERS_ONLY = { code: 'NEW_USERS_ONLY', of: 'redeem' }
  const REFUSED = { code: 'NOT_ALLOWED', of: 'redeem' }
  const OF_TELECOM = { code: 'NOT_ALLOWED', of: 'telecom' }

  test.each<[string, Partial<Batch>, Redeemer, object | undefined]>([
    ['credits: a member', {}, MEMBER, undefined],
    ['credits: a member of a telecom partner', {}, TELECOM, OF_TELECOM],
    ['a plan: a member', { grants: [PLAN] }, MEMBER, undefined],
    ['a plan: a member of a telecom partner', { grants: [PLAN] }, TELECOM, OF_TELECOM],
    ['a plan with credits: a member', { grants: [PLAN, CREDITS] }, MEMBER, undefined],
    ['vouchers: a member of a telecom partner', { grants: [VOUCHER] }, TELECOM, undefined],
    ['vouchers and tickets: a member of a telecom partner', { grants: [VOUCHER, TICKET] }, TELECOM, undefined],
    ['vouchers: a member', { grants: [VOUCHER] }, MEMBER, REFUSED],
    ['vouchers: a new member', { grants: [VOUCHER] }, NEW, REFUSED],
    ['of the partner: its member', { grants: [TICKET], partner: 'hgc' }, TELECOM, undefined],
    ['of another partner', { grants: [TICKET], partner: 'clp' }, TELECOM, REFUSED],
    ['of movie6: a member of anyplex', { partner: 'movie6' }, MEMBER, REFUSED],
    ['that binds: a member who is bound already', OF_HGC, TELECOM, undefined],
    ['that binds: another member', OF_HGC, MEMBER, REFUSED],
    ['that binds to another partner', { ...OF_HGC, partner: 'clp' }, TELECOM, REFUSED],
    ['for new members: a new one', { newUsersOnly: true }, NEW, undefined],
    ['for new members: another one', { newUsersOnly: true }, MEMBER, NEW_MEMBERS_ONLY],
    ['shared: a new member', { kind: 'sharing' }, NEW, undefined],
    ['shared: another member', { kind: 'sharing' }, MEMBER, NEW_MEMBERS_ONLY],
    ['shared: a member of a telecom partner', { kind: 'sharing' }, { ...TELECOM, isNew: true }, OF_TELECOM],
  ])('is decided by what the code gives: %s', (_what, batch, redeemer, refusal) => {
    expect(redeemerRefusal({ ...BATCH, ...batch }, redeemer, ORDINARY)).toEqual(refusal)
  })

  test('a code that binds, entered with its partner: anybody', () => {
    expect(redeemerRefusal({ ...BATCH, ...OF_HGC }, MEMBER, HGC)).toBeUndefined()
  })

  const HISTORY = { createdAt: NOW, hasRedeemed: false, hasPaid: false, hadPlan: false }
  test.each<[string, Partial<typeof HISTORY>, boolean]>([
    ['just registered', {}, true],
    ['30 days ago', { createdAt: NOW.subtract({ hours: 720 }) }, true],
    ['longer ago', { createdAt: NOW.subtract({ hours: 720, seconds: 1 }) }, false],
    ['has redeemed', { hasRedeemed: true }, false],
    ['has paid', { hasPaid: true }, false],
    ['had a plan', { hadPlan: true }, false],
  ])('is new: %s', (_what, history, isNew) => {
    expect(isNewMember({ ...HISTORY, ...history }, NOW)).toBe(isNew)
  })
})

test.each<[string, Partial<Parameters<typeof batchProblem>[0]>, boolean]>([
  ['credits', {}, true],
  ['a plan and credits', { grants: [PLAN, CREDITS] }, true],
  ['vouchers and tickets', { grants: [VOUCHER, TICKET] }, true],
  ['credits and vouchers, which no member has both', { grants: [CREDITS, VOUCHER] }, false],
  ['nothing', { grants: [] }, false],
  ['a gift card', { kind: 'giftcard' }, false],
  ['a partner’s vouchers', { kind: 'partner', partner: 'hgc', grants: [VOUCHER] }, true],
  ['a partner’s credits', { kind: 'partner', partner: 'hgc' }, false],
  ['vouchers of no partner', { kind: 'partner', grants: [VOUCHER] }, false],
  ['a plan code of credits', { kind: 'plan' }, false],
  ['credits of movie6', { partner: 'movie6' }, true],
  ['credits of a telecom partner', { partner: 'hgc' }, false],
  ['vouchers of movie6', { partner: 'movie6', grants: [VOUCHER] }, false],
  ['vouchers of a partner that does not exist', { kind: 'partner', partner: 'hcg', grants: [VOUCHER] }, false],
])('a batch that gives %s can be made: %s', (_what, batch, possible) => {
  expect(batchProblem({ kind: 'redeem', grants: [CREDITS], partner: null, ...batch }) === undefined).toBe(possible)
})
