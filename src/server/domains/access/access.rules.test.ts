import { expect, test } from 'vitest'
import { VOD_TYPES } from '#contract/vod-types.ts'
import {
  type AccessDecision,
  type AccountFacts,
  type Offer,
  type TitleFacts,
  type ViewerFacts,
  decideAccess,
  OWNS_NOTHING,
} from './access.rules.ts'
import {
  AGO,
  NOW,
  RENT,
  SOON,
  VIP,
  child,
  deny,
  freeTitle,
  locked,
  login,
  member,
  owning,
  parental,
  visitor,
} from '../../../../test/support/access-facts.ts'

const subscriber = owning({ plan: { validUntil: SOON } })
const renter = owning({ rentals: [{ programId: 'neon', expiresAt: SOON }] })
const telecom = owning({ partner: 'hgc', vouchers: [{ count: 1, expiresAt: SOON }] })
const offers: Offer[] = [{ kind: 'rental', credits: 28 }, { kind: 'plan' }, { kind: 'ticket' }]
const play: AccessDecision = { access: 'play', by: 'free' }

const table: [string, ViewerFacts, Partial<TitleFacts>, AccessDecision][] = [
  ['a free title plays for a visitor', visitor, {}, play],
  [
    'a child buys nothing',
    child,
    { ...RENT, kids: true, offers: [{ kind: 'rental', credits: 28 }] },
    deny('KIDS_PURCHASE_REFUSED'),
  ],
  ['a free title plays for a member', member, {}, play],
  [
    'a title that is free and has another VOD type plays',
    visitor,
    { vodTypes: ['VIP UNLIMITED WATCH', 'FREE TO WATCH'] },
    play,
  ],
  ['IIB plays without login', visitor, { restriction: 'IIB' }, play],
  ['a kids title plays in kids mode', child, { kids: true }, play],
  ['free class III requires a login of a visitor', visitor, { restriction: 'III' }, login],
  ['free class III plays for an unlocked member', member, { restriction: 'III' }, play],
  ['free class III requires the parental code of a member', locked, { restriction: 'III' }, parental],
  ['other classes require no parental code', locked, { restriction: 'IIB' }, play],
  [
    'paid class III requires the parental code of a member',
    locked,
    { restriction: 'III', vodTypes: ['PAY PER RENT'] },
    parental,
  ],
  [
    'class III on sale requires the parental code, and says its price',
    locked,
    { restriction: 'III', vodTypes: ['PAY PER RENT'], offers: [{ kind: 'rental', credits: 29 }] },
    { access: 'parental', offer: { kind: 'rental', credits: 29 } },
  ],
  [
    'a title that is not yet encoded requires no parental code',
    locked,
    { preparing: true, restriction: 'III' },
    deny('PREPARING'),
  ],
  ['an unlock does not allow class III in kids mode', child, { restriction: 'III' }, deny('CLASS_REFUSED')],
  ['an unlock does not replace the login', { ...visitor, unlocked: true }, { restriction: 'III' }, login],
  ['paid class III requires a login of a visitor', visitor, { restriction: 'III', vodTypes: ['PAY PER RENT'] }, login],
  [
    'free class III that can be rented, too, requires a login and costs nothing',
    visitor,
    { restriction: 'III', vodTypes: ['FREE TO WATCH', 'PAY PER RENT'], offers },
    login,
  ],
  ['a title of the plan is not on sale', visitor, { vodTypes: ['VIP UNLIMITED WATCH'] }, deny('NOT_ON_SALE')],
  ['a rental is not on sale', member, { vodTypes: ['PAY PER RENT'] }, deny('NOT_ON_SALE')],
  ['a voucher is not on sale', member, { vodTypes: ['MOVIE VOUCHER'] }, deny('NOT_ON_SALE')],
  ['a title that is not yet encoded is refused as preparing', visitor, { preparing: true }, deny('PREPARING')],
  [
    'a title that is not yet encoded requires no login',
    visitor,
    { preparing: true, restriction: 'III' },
    deny('PREPARING'),
  ],
  [
    'a title without a licence in the region is refused',
    member,
    { isLicensedInRegion: false, isWindowOpen: false },
    deny('REGION_REFUSED'),
  ],
  ['a title outside its licence window is refused', member, { isWindowOpen: false }, deny('WINDOW_CLOSED')],
  [
    'a closed licence window takes precedence over preparing',
    visitor,
    { isWindowOpen: false, preparing: true },
    deny('WINDOW_CLOSED'),
  ],
  ['kids mode refuses a title that is not for kids', child, {}, deny('KIDS_REFUSED')],
  [
    'kids mode refuses class III even if marked for kids',
    child,
    { kids: true, restriction: 'III' },
    deny('CLASS_REFUSED'),
  ],
  [
    'in kids mode the kids refusal takes precedence over the region',
    child,
    { isLicensedInRegion: false },
    deny('KIDS_REFUSED'),
  ],
  ['a plan plays its titles until it expires', subscriber, VIP, { access: 'play', by: 'plan', until: SOON }],
  ['a plan does not play a rental title', subscriber, RENT, deny('NOT_ON_SALE')],
  ['an expired plan plays nothing', owning({ plan: { validUntil: NOW } }), VIP, deny('NOT_ON_SALE')],
  ['a rental plays its title until it expires', renter, RENT, { access: 'play', by: 'rental', until: SOON }],
  [
    'a rental remains valid when its title is no longer for rent',
    renter,
    VIP,
    { access: 'play', by: 'rental', until: SOON },
  ],
  ['a rental does not play another title', renter, { ...RENT, programId: 'other' }, deny('NOT_ON_SALE')],
  [
    'an expired rental plays nothing',
    owning({ rentals: [{ programId: 'neon', expiresAt: NOW }] }),
    RENT,
    deny('NOT_ON_SALE'),
  ],
  [
    'free access takes precedence over entitlements',
    subscriber,
    { vodTypes: [...VIP.vodTypes, 'FREE TO WATCH'] },
    play,
  ],
  [
    'a rental of class III requires the parental code',
    { ...renter, unlocked: false },
    { ...RENT, restriction: 'III' },
    parental,
  ],
  ['a purchase requires a login, and says its price', visitor, { ...RENT, offers }, { ...login, offer: offers[0] }],
  [
    'a member is offered credits and the plan',
    member,
    { ...RENT, offers },
    { access: 'buy', offers: offers.slice(0, 2) },
  ],
  [
    'a subscriber is not offered another plan',
    subscriber,
    { ...RENT, offers },
    { access: 'buy', offers: [offers[0]!] },
  ],
  [
    'an expired plan is offered again',
    owning({ plan: { validUntil: AGO } }),
    { ...VIP, offers: [{ kind: 'plan' }] },
    { access: 'buy', offers: [{ kind: 'plan' }] },
  ],
  [
    'a telecom partner’s member is offered a ticket',
    telecom,
    { ...RENT, offers },
    { access: 'buy', offers: [offers[2]!] },
  ],
  [
    'a telecom partner’s member reads that a title sold to others takes no voucher',
    telecom,
    { ...VIP, offers: [{ kind: 'plan' }] },
    deny('VOUCHERS_NOT_TAKEN'),
  ],
]

test.each(table)('%s', (...[, viewer, facts, expected]) => {
  expect(decideAccess(viewer, { ...freeTitle, ...facts }, NOW)).toEqual(expected)
})

const VIEWERS = { visitor, member, locked, child }
const ACCOUNTS: Partial<AccountFacts>[] = [undefined, AGO, SOON].flatMap((plan) =>
  [[], [AGO], [SOON]].flatMap((rentals) =>
    [[], [{ count: 1, expiresAt: SOON }], [{ count: 1, expiresAt: AGO }]].flatMap((vouchers) =>
      ['anyplex', 'movie6', 'hgc'].map((partner) => ({
        plan: plan ? { validUntil: plan } : null,
        rentals: rentals.map((expiresAt) => ({ programId: 'neon', expiresAt })),
        vouchers,
        partner,
      })),
    ),
  ),
)
const both = [true, false]
const TITLES: TitleFacts[] = [...VOD_TYPES.map((type) => [type]), [...VOD_TYPES]].flatMap((vodTypes) =>
  (['I', 'III'] as const).flatMap((restriction) =>
    both.flatMap((kids) =>
      both.flatMap((isLicensedInRegion) =>
        both.flatMap((isWindowOpen) =>
          both.flatMap((preparing) =>
            [[], offers].map((onSale) => ({
              ...freeTitle,
              vodTypes,
              restriction,
              kids,
              preparing,
              offers: onSale,
              isLicensedInRegion,
              isWindowOpen,
            })),
          ),
        ),
      ),
    ),
  ),
)

/** Every combination of viewer, account and title, with the decision. */
function* combinations() {
  for (const viewer of Object.values(VIEWERS))
    for (const account of viewer.isMember ? ACCOUNTS : [{}])
      for (const title of TITLES) {
        const facts = owning(account, viewer)
        yield { viewer: facts, title, decision: decideAccess(facts, title, NOW) }
      }
}

test('in every combination, entitlements do not change a refusal by profile, region, window, class or parental code', () => {
  let refused = 0
  for (const { viewer, title, decision } of combinations()) {
    const unowned = decideAccess({ ...viewer, account: OWNS_NOTHING }, { ...title, offers: [] }, NOW)
    const isFinal = unowned.access !== 'play' && !(unowned.access === 'deny' && unowned.reason === 'NOT_ON_SALE')
    if (!isFinal) continue
    refused++
    const { offer, ...refusal } = { offer: undefined, ...decision }
    expect(refusal).toEqual(unowned)
    if (!offer) continue
    expect([decision.access, title.offers]).toEqual([
      viewer.isMember ? 'parental' : 'login',
      expect.arrayContaining([offer]),
    ])
    expect(title.vodTypes).not.toContain('FREE TO WATCH')
  }
  expect(refused).toBeGreaterThan(1_000)
})

test('in every combination, a title plays with an entitlement and is offered only without one', () => {
  const seen = new Map<string, number>()
  for (const { viewer, title, decision } of combinations()) {
    const { plan, rentals, partner, vouchers } = viewer.account
    const isFree = title.vodTypes.includes('FREE TO WATCH')
    const hasPlan = plan?.validUntil === SOON && title.vodTypes.includes('VIP UNLIMITED WATCH')
    const hasRental = rentals.some(({ expiresAt }) => expiresAt === SOON)
    const kind = decision.access === 'play' ? `play by ${decision.by}` : decision.access
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
    if (decision.access === 'play') {
      expect(decision.by).toBe(isFree ? 'free' : hasPlan ? 'plan' : hasRental ? 'rental' : 'nothing')
      expect(title.isLicensedInRegion && title.isWindowOpen && !title.preparing).toBe(true)
      expect(viewer.kids && (!title.kids || title.restriction === 'III')).toBe(false)
    }
    if (decision.access === 'buy') {
      expect([viewer.isMember, isFree, hasPlan, hasRental]).toEqual([true, false, false, false])
      expect(decision.offers.every(({ kind: offer }) => (offer === 'ticket') === (partner === 'hgc'))).toBe(true)
      if (partner === 'hgc') expect(vouchers.some(({ expiresAt }) => expiresAt === SOON)).toBe(true)
    }
  }
  const kinds = ['play by free', 'play by plan', 'play by rental', 'buy', 'login', 'parental', 'deny']
  expect([...seen.keys()].toSorted()).toEqual(kinds.toSorted())
})
