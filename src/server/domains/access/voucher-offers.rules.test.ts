import { expect, test } from 'vitest'
import { type AccessDecision, type TitleFacts, type ViewerFacts, decideAccess } from './access.rules.ts'
import { AGO, NOW, SOON, deny, freeTitle, login, owning, visitor } from '../../../../test/support/access-facts.ts'

const telecom = owning({ partner: 'hgc', vouchers: [{ count: 1, expiresAt: SOON }] })
const expiredVoucher = owning({ partner: 'clp', vouchers: [{ count: 3, expiresAt: NOW }] })
const withoutVoucher = owning({ partner: 'suntel' })
const onlyVouchers: TitleFacts = { ...freeTitle, vodTypes: ['MOVIE VOUCHER'] }
const VOUCHER = { vodTypes: ['MOVIE VOUCHER'], offers: [{ kind: 'ticket' }] } satisfies Partial<TitleFacts>
const VOUCHER_OR_RENT = {
  vodTypes: ['MOVIE VOUCHER', 'PAY PER RENT'],
  offers: [{ kind: 'rental', credits: 20 }, { kind: 'ticket' }],
} satisfies Partial<TitleFacts>

test.each<[string, ViewerFacts, Partial<TitleFacts>, AccessDecision]>([
  [
    'a telecom partner’s member with an expired voucher lacks one',
    expiredVoucher,
    VOUCHER,
    deny('INSUFFICIENT_TICKETS'),
  ],
  ['a telecom partner’s member without a voucher lacks one', withoutVoucher, VOUCHER, deny('INSUFFICIENT_TICKETS')],
  [
    'of two vouchers the one that has not expired is used',
    owning({
      partner: 'hgc',
      vouchers: [
        { count: 1, expiresAt: AGO },
        { count: 1, expiresAt: SOON },
      ],
    }),
    VOUCHER,
    { access: 'buy', offers: VOUCHER.offers },
  ],
  [
    'a voucher lot without vouchers is none',
    owning({ partner: 'hgc', vouchers: [{ count: 0, expiresAt: SOON }] }),
    VOUCHER,
    deny('INSUFFICIENT_TICKETS'),
  ],
  [
    'a title for vouchers says so to a member with credits',
    owning({ partner: 'anyplex', credits: 100 }),
    VOUCHER,
    deny('VOUCHERS_ONLY'),
  ],
  [
    'a title for vouchers says so to a member of movie6',
    owning({ partner: 'movie6', credits: 100 }),
    VOUCHER,
    deny('VOUCHERS_ONLY'),
  ],
  [
    'vouchers of a partner with credits buy nothing',
    owning({ partner: 'movie6', vouchers: [{ count: 1, expiresAt: SOON }] }),
    VOUCHER,
    deny('VOUCHERS_ONLY'),
  ],
  [
    'a title for vouchers or credits costs a member of movie6 credits',
    owning({ partner: 'movie6' }),
    VOUCHER_OR_RENT,
    { access: 'buy', offers: [VOUCHER_OR_RENT.offers[0]!] },
  ],
  [
    'a title for vouchers or credits costs a telecom partner’s member a voucher',
    telecom,
    VOUCHER_OR_RENT,
    { access: 'buy', offers: [{ kind: 'ticket' }] },
  ],
  [
    'a title that takes no voucher says so to a telecom partner’s member who owns one',
    telecom,
    { vodTypes: ['PAY PER RENT', 'VIP UNLIMITED WATCH'], offers: [{ kind: 'rental', credits: 20 }, { kind: 'plan' }] },
    deny('VOUCHERS_NOT_TAKEN'),
  ],
  [
    'a title that takes no voucher says so to a telecom partner’s member who owns none',
    withoutVoucher,
    { vodTypes: ['VIP UNLIMITED WATCH'], offers: [{ kind: 'plan' }] },
    deny('VOUCHERS_NOT_TAKEN'),
  ],
  ['a title for vouchers requires a login of a visitor', visitor, VOUCHER, { ...login, offer: { kind: 'ticket' } }],
  ['a child uses no voucher', { ...telecom, kids: true }, { ...VOUCHER, kids: true }, deny('KIDS_PURCHASE_REFUSED')],
  [
    'a rental that was paid with a voucher plays without another',
    owning({ partner: 'hgc', rentals: [{ programId: 'neon', expiresAt: SOON }] }),
    VOUCHER,
    { access: 'play', by: 'rental', until: SOON },
  ],
])('%s', (...[, viewer, facts, expected]) => {
  expect(decideAccess(viewer, { ...onlyVouchers, ...facts }, NOW)).toEqual(expected)
})
