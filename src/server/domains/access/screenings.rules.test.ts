import { expect, test } from 'vitest'
import type { AccessDecision, AccountFacts, ScreeningFact, TitleFacts, ViewerFacts } from './access-model.ts'
import { decideAccess, OWNS_NOTHING } from './access.rules.ts'

const NOW = Temporal.Instant.from('2026-11-21T04:00:00Z')
const SOON = NOW.add({ hours: 1 })
const AGO = NOW.subtract({ seconds: 1 })

const visitor: ViewerFacts = { isMember: false, kids: false, unlocked: false, account: OWNS_NOTHING }
const member: ViewerFacts = { isMember: true, kids: false, unlocked: true, account: OWNS_NOTHING }
const locked: ViewerFacts = { ...member, unlocked: false }
const child: ViewerFacts = { isMember: true, kids: true, unlocked: true, account: OWNS_NOTHING }
const owning = (account: Partial<AccountFacts>, viewer = member): ViewerFacts => ({
  ...viewer,
  account: { ...OWNS_NOTHING, ...account },
})
const A_SEAT: ScreeningFact = { programId: 'neon', startsAt: AGO, endsAt: SOON }
const seated = (change: Partial<ScreeningFact>, viewer = member) =>
  owning({ screenings: [{ ...A_SEAT, ...change }] }, viewer)

const title: TitleFacts = {
  programId: 'neon',
  restriction: 'I',
  vodTypes: ['FREE TO WATCH'],
  kids: false,
  isLicensedInRegion: true,
  isWindowOpen: true,
  preparing: false,
  offers: [],
}
const VIP = { vodTypes: ['VIP UNLIMITED WATCH'] } satisfies Partial<TitleFacts>
const RENT = { vodTypes: ['PAY PER RENT'] } satisfies Partial<TitleFacts>
const login: AccessDecision = { access: 'login' }
const parental: AccessDecision = { access: 'parental' }
const deny = (reason: Extract<AccessDecision, { access: 'deny' }>['reason']): AccessDecision => ({
  access: 'deny',
  reason,
})

const table: [string, ViewerFacts, Partial<TitleFacts>, AccessDecision][] = [
  [
    'a screening plays its title from its first second',
    seated({ startsAt: NOW }),
    RENT,
    { access: 'play', by: 'screening', until: SOON },
  ],
  [
    'a screening plays nothing before its start',
    seated({ startsAt: NOW.add({ seconds: 1 }) }),
    RENT,
    deny('NOT_ON_SALE'),
  ],
  ['a screening plays nothing once it has ended', seated({ endsAt: NOW }), RENT, deny('NOT_ON_SALE')],
  ['a screening plays no other title', seated({ programId: 'jade' }), RENT, deny('NOT_ON_SALE')],
  [
    'of two screenings that run the later one says until when',
    owning({ screenings: [A_SEAT, { ...A_SEAT, endsAt: NOW.add({ hours: 9 }) }] }),
    VIP,
    { access: 'play', by: 'screening', until: NOW.add({ hours: 9 }) },
  ],
  [
    'a rental is named before a screening',
    owning({ rentals: [{ programId: 'neon', expiresAt: SOON }], screenings: [A_SEAT] }),
    RENT,
    { access: 'play', by: 'rental', until: SOON },
  ],
  [
    'a guest without an account plays by the seat',
    seated({}, visitor),
    VIP,
    { access: 'play', by: 'screening', until: SOON },
  ],
  ['a guest without an account plays no class III', seated({}, visitor), { restriction: 'III' }, login],
  ['class III requires the parental code in a screening too', seated({}, locked), { restriction: 'III' }, parental],
  [
    'a screening does not open class III in kids mode',
    seated({}, child),
    { restriction: 'III' },
    deny('CLASS_REFUSED'),
  ],
  ['a screening does not open what is not for kids in kids mode', seated({}, child), RENT, deny('KIDS_REFUSED')],
  [
    'a screening does not outlast the licence window',
    seated({}),
    { ...RENT, isWindowOpen: false },
    deny('WINDOW_CLOSED'),
  ],
  [
    'a screening plays nowhere without a licence',
    seated({}),
    { ...RENT, isLicensedInRegion: false },
    deny('REGION_REFUSED'),
  ],
]

test.each(table)('%s', (_, viewer, change, decision) => {
  expect(decideAccess(viewer, { ...title, ...change }, NOW)).toEqual(decision)
})
