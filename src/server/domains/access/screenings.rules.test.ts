import { expect, test } from 'vitest'
import {
  type AccessDecision,
  type ScreeningFact,
  type TitleFacts,
  type ViewerFacts,
  decideAccess,
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

const A_SEAT: ScreeningFact = { programId: 'neon', startsAt: AGO, endsAt: SOON }
const seated = (change: Partial<ScreeningFact>, viewer = member) =>
  owning({ screenings: [{ ...A_SEAT, ...change }] }, viewer)

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
  expect(decideAccess(viewer, { ...freeTitle, ...change }, NOW)).toEqual(decision)
})
