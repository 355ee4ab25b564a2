import { expect, test } from 'vitest'
import type { VodType } from '#contract/vod-types.ts'
import {
  type AccessDecision,
  type Offer,
  type TitleFacts,
  type ViewerFacts,
  decideAccess,
  offersOf,
} from './access.rules.ts'
import {
  NOW,
  SOON,
  VIP,
  child,
  freeTitle,
  locked,
  member,
  owning,
  visitor,
} from '../../../../test/support/access-facts.ts'

const subscriber = owning({ plan: { validUntil: SOON } })
const ofPlan: TitleFacts = { ...freeTitle, ...VIP, offers: [{ kind: 'plan' }] }
const BOTH = {
  vodTypes: ['PAY PER RENT', 'VIP UNLIMITED WATCH'],
  offers: [{ kind: 'rental', credits: 28 }, { kind: 'plan' }],
} satisfies Partial<TitleFacts>
const OFFERED: AccessDecision = { access: 'buy', offers: ofPlan.offers }
const REFUSED = { access: 'deny', reason: 'KIDS_PURCHASE_REFUSED' } satisfies AccessDecision

test.each<[string, ViewerFacts, Partial<TitleFacts>, AccessDecision]>([
  [
    'a title of the plan requires a login, and names the plan',
    visitor,
    {},
    { access: 'login', offer: { kind: 'plan' } },
  ],
  [
    'a title that has both requires a login, and names the rental',
    visitor,
    BOTH,
    { access: 'login', offer: { kind: 'rental', credits: 28 } },
  ],
  ['a member is offered the plan', member, {}, OFFERED],
  [
    'a member without a plan is offered both of a title that has both',
    member,
    BOTH,
    { access: 'buy', offers: BOTH.offers },
  ],
  [
    'a subscriber is sold no rental of a title of the plan',
    subscriber,
    BOTH,
    { access: 'play', by: 'plan', until: SOON },
  ],
  ['a plan that ended this instant plays nothing', owning({ plan: { validUntil: NOW } }), {}, OFFERED],
  [
    'a plan plays until its last instant',
    owning({ plan: { validUntil: NOW.add({ nanoseconds: 1 }) } }),
    {},
    { access: 'play', by: 'plan', until: NOW.add({ nanoseconds: 1 }) },
  ],
  ['a child is offered no plan', child, { kids: true }, REFUSED],
  [
    'a plan plays its kids titles in kids mode',
    owning({ plan: { validUntil: SOON } }, child),
    { kids: true },
    { access: 'play', by: 'plan', until: SOON },
  ],
  [
    'a plan opens no class III without the parental code',
    owning({ plan: { validUntil: SOON } }, locked),
    { restriction: 'III' },
    { access: 'parental' },
  ],
  [
    'a telecom partner’s member is told that the title takes no voucher instead of being offered the plan',
    owning({ partner: 'hgc' }),
    {},
    { access: 'deny', reason: 'VOUCHERS_NOT_TAKEN' },
  ],
  [
    'a telecom partner’s member who holds a plan plays its titles',
    owning({ partner: 'hgc', plan: { validUntil: SOON } }),
    {},
    { access: 'play', by: 'plan', until: SOON },
  ],
])('%s', (...[, viewer, facts, expected]) => {
  expect(decideAccess(viewer, { ...ofPlan, ...facts }, NOW)).toEqual(expected)
})

test.each<[VodType[], number, Offer[]]>([
  [['PAY PER RENT'], 28, [{ kind: 'rental', credits: 28 }]],
  [['PAY PER RENT', 'VIP UNLIMITED WATCH'], 28, [{ kind: 'rental', credits: 28 }, { kind: 'plan' }]],
  [['PAY PER RENT'], 0, []],
  [['VIP UNLIMITED WATCH'], 28, [{ kind: 'plan' }]],
  [['VIP UNLIMITED WATCH', 'PAY PER RENT'], 0, [{ kind: 'plan' }]],
  [['MOVIE VOUCHER'], 28, [{ kind: 'ticket' }]],
  [['MOVIE VOUCHER', 'PAY PER RENT'], 28, [{ kind: 'rental', credits: 28 }, { kind: 'ticket' }]],
  [['VIP UNLIMITED WATCH', 'MOVIE VOUCHER'], 0, [{ kind: 'plan' }, { kind: 'ticket' }]],
  [['FREE TO WATCH'], 0, []],
])('%j for %i credits offers %j', (vodTypes, credits, expected) => {
  expect(offersOf({ vodTypes, credits })).toEqual(expected)
})
