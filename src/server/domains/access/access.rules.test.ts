import { expect, test } from 'vitest'
import { decideAccess, type AccessDecision, type TitleFacts, type ViewerFacts } from './access.rules.ts'

const visitor: ViewerFacts = { isMember: false, kids: false, unlocked: false }
const member: ViewerFacts = { isMember: true, kids: false, unlocked: true }
const locked: ViewerFacts = { ...member, unlocked: false }
const child: ViewerFacts = { isMember: true, kids: true, unlocked: true }

const free: TitleFacts = {
  restriction: 'I',
  vodTypes: ['FREE TO WATCH'],
  kids: false,
  isLicensedInRegion: true,
  isWindowOpen: true,
  preparing: false,
}
const play: AccessDecision = { access: 'play', by: 'free' }
const login: AccessDecision = { access: 'login' }
const parental: AccessDecision = { access: 'parental' }
const deny = (reason: Extract<AccessDecision, { access: 'deny' }>['reason']): AccessDecision => ({
  access: 'deny',
  reason,
})

const table: [string, ViewerFacts, Partial<TitleFacts>, AccessDecision][] = [
  ['free plays for a visitor', visitor, {}, play],
  ['free plays for a member', member, {}, play],
  ['free beside another way plays', visitor, { vodTypes: ['VIP UNLIMITED WATCH', 'FREE TO WATCH'] }, play],
  ['IIB plays without login', visitor, { restriction: 'IIB' }, play],
  ['a kids title plays for a child', child, { kids: true }, play],
  ['free class III asks a visitor to log in', visitor, { restriction: 'III' }, login],
  ['free class III plays for an unlocked member', member, { restriction: 'III' }, play],
  ['free class III asks a member for the code', locked, { restriction: 'III' }, parental],
  ['everything else asks for no code', locked, { restriction: 'IIB' }, play],
  [
    'class III asks a member for the code, whatever it costs',
    locked,
    { restriction: 'III', vodTypes: ['PAY PER RENT'] },
    parental,
  ],
  [
    'nobody is asked for the code for what is being prepared',
    locked,
    { preparing: true, restriction: 'III' },
    deny('PREPARING'),
  ],
  ['an unlock makes no grown-up of a child', child, { restriction: 'III' }, deny('CLASS_REFUSED')],
  ['an unlock is no login', { ...visitor, unlocked: true }, { restriction: 'III' }, login],
  [
    'class III asks a visitor to log in, whatever it costs',
    visitor,
    { restriction: 'III', vodTypes: ['PAY PER RENT'] },
    login,
  ],
  ['the pass is not on sale', visitor, { vodTypes: ['VIP UNLIMITED WATCH'] }, deny('NOT_ON_SALE')],
  ['renting is not on sale', member, { vodTypes: ['PAY PER RENT'] }, deny('NOT_ON_SALE')],
  ['vouchers are not on sale', member, { vodTypes: ['MOVIE VOUCHER'] }, deny('NOT_ON_SALE')],
  ['what is not encoded is being prepared', visitor, { preparing: true }, deny('PREPARING')],
  [
    'nobody is sent to log in for what is being prepared',
    visitor,
    { preparing: true, restriction: 'III' },
    deny('PREPARING'),
  ],
  ['another region is refused', member, { isLicensedInRegion: false, isWindowOpen: false }, deny('REGION_REFUSED')],
  ['a closed window is refused', member, { isWindowOpen: false }, deny('WINDOW_CLOSED')],
  [
    'a closed window is said before preparing',
    visitor,
    { isWindowOpen: false, preparing: true },
    deny('WINDOW_CLOSED'),
  ],
  ['a child is refused what is not for children', child, {}, deny('KIDS_REFUSED')],
  [
    'a child is refused class III even where it is marked for kids',
    child,
    { kids: true, restriction: 'III' },
    deny('CLASS_REFUSED'),
  ],
  [
    'a child is not told that a film for adults is elsewhere',
    child,
    { isLicensedInRegion: false },
    deny('KIDS_REFUSED'),
  ],
]

test.each(table)('%s', (...[, viewer, facts, expected]) => {
  expect(decideAccess(viewer, { ...free, ...facts })).toEqual(expected)
})
