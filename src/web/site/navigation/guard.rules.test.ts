import { describe, expect, test } from 'vitest'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { VISITOR } from '#web/viewer/session/session.ts'
import { type GuardViewer, guardViewer, judge } from './guard.rules.ts'
import { ROUTES, type RouteName } from './routes.tsx'

const nobody: GuardViewer = { signedIn: false, chosen: false, kids: false, embed: false }
const WHO = {
  visitor: nobody,
  kidsVisitor: { ...nobody, kids: true },
  unchosen: { ...nobody, signedIn: true },
  member: { ...nobody, signedIn: true, chosen: true },
  kids: { ...nobody, signedIn: true, chosen: true, kids: true },
  embed: { ...nobody, embed: true },
} satisfies Record<string, GuardViewer>
type Who = keyof typeof WHO

const HERE = 'stay'
const { home, kids, profiles } = PATHS
const ASK = `ask over ${home}`
type Answers = Readonly<Record<Who, string>>

/** Open to all but children, once a profile is chosen. */
const grownUp: Answers = {
  visitor: HERE,
  kidsVisitor: kids,
  unchosen: profiles,
  member: HERE,
  kids,
  embed: HERE,
}
const everyone: Answers = { ...grownUp, kidsVisitor: HERE, kids: HERE }
/** Open to everybody at any time. */
const always: Answers = { ...everyone, unchosen: HERE }
/** For those who are not signed in. */
const guests: Answers = { ...grownUp, member: home }
const members: Answers = { ...grownUp, visitor: ASK, embed: home }
/** SPEC 4's exceptions: open before a profile is chosen. */
const membersUnchosen: Answers = { ...members, unchosen: HERE }

/**
 * What SPEC and PRODUCT say of their screens. A screen that is not named here is for all but children, or by its flag `member` for members alone: no
 * other flag opens it to other viewers.
 */
const TABLE: Partial<Record<RouteName, Answers>> = {
  Homepage: grownUp,
  Movie: grownUp,
  Drama: grownUp,
  VarietyShow: grownUp,
  Kids: everyone,
  RollingCategory: everyone,
  PromoteCategory: grownUp,
  Search: grownUp,
  Play: everyone,
  PlayDrama: everyone,
  Login: guests,
  Forget: guests,
  // Until a profile is chosen it stays: its last step says where the password was sent.
  Registration: { ...guests, unchosen: HERE },
  Profiles: { ...membersUnchosen, kids: HERE },
  Profile: membersUnchosen,
  MoviePreference: membersUnchosen,
  Setup: members,
  SetupMessage: members,
  SetupUserConsultation: members,
  SetupQuality: members,
  SetupChangePwd: members,
  SetupParentCode: members,
  SetupResetParentCode: members,
  SetupWallet: members,
  SetupPurchased: members,
  SetupPayments: members,
  SetupDeliveries: members,
  SetupTickets: members,
  Cinema: grownUp,
  PrivateCinema: grownUp,
  PayCinema: grownUp,
  // Guests without an account come by a link.
  Private: grownUp,
  PrivatePlay: grownUp,
  SpecialSales: grownUp,
  SpecialSaleDetail: grownUp,
  FootBill: grownUp,
  CampaignSite: grownUp,
  SetupReceipt: members,
  SetupFavorite: members,
  SetupWatched: members,
  SetupRecommend: members,
  PayPoint: members,
  SubscriptionResult: membersUnchosen,
  // Everybody sees the plan and its terms; a click asks a visitor to log in.
  MonthlyFee: { ...grownUp, unchosen: HERE },
  Warrior: { ...grownUp, unchosen: HERE },
  // A viewer with a token is no new member, and goes home even without a profile.
  Warriors48: { ...guests, unchosen: home },
  CryptoPay: grownUp,
  HmvodPlan: grownUp,
  EnjoyHmvod: grownUp,
  SetupCancelMonFee: members,
  PayPlayButton: grownUp,
  // A visitor types the code, and is asked to log in by the button.
  Redeem: grownUp,
  RedeemCode: grownUp,
  RedeemCode2: grownUp,
  SetupExchangeCode: members,
  MonthlyRedeem: grownUp,
  MonthlyRedeemCode: grownUp,
  GiftCard: grownUp,
  HgcCode: grownUp,
  HgcCodeEn: grownUp,
  SunStaff: grownUp,
  SunStaffWechat: grownUp,
  KnowUs: grownUp,
  // The legal texts, also before a profile is chosen and in kids mode (PRODUCT 2).
  Terms: always,
  Privacy: always,
  Collection: always,
  PlainPrivacy: always,
  Partners: grownUp,
  Contact: { ...grownUp, unchosen: HERE },
  MobileContact: always,
  MobilePrivacy: always,
  MobileTerms: always,
  MobileKnowUs: always,
  Help: { ...grownUp, unchosen: HERE },
  HelpError: { ...grownUp, unchosen: HERE },
  SetupHelpCenter: members,
  MobileHelpCenter: always,
}

const said = (pathname: string, viewer: GuardViewer) => {
  const verdict = judge(pathname, viewer)
  if (verdict.does === 'stay') return HERE
  return verdict.does === 'ask' ? `ask over ${verdict.to}` : verdict.to
}
const pathOf = (pattern: string) => pattern.replace(':episode', '3').replace(':code', '4032')
const cells = ROUTES.flatMap(({ name, path, member }) =>
  (Object.keys(WHO) as Who[]).map(
    (who) => [name, who, pathOf(path), (TABLE[name as RouteName] ?? (member ? members : grownUp))[who]] as const,
  ),
)

describe('SPEC 4, the navigation guard: every route for everybody', () => {
  test.each(cells)('%s for %s', (_name, who, path, expected) => {
    expect(said(path, WHO[who])).toBe(expected)
    expect(said(`${path}/`, WHO[who])).toBe(expected)
  })

  test('no answer is left over from a route that is gone', () => {
    expect(ROUTES.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(TABLE)))
  })

  test.each(['/', '/MovieIpMoble', '/dramaMoble', '/unknown', '/category', '/playdrama/1', '/PlayDrama'])(
    '%s is no screen and leads home',
    (path) => {
      expect(said(path, WHO.visitor)).toBe(home)
      expect(said(path, WHO.kidsVisitor)).toBe(kids)
      expect(said(path, WHO.member)).toBe(home)
      expect(said(path, WHO.kids)).toBe(kids)
      expect(said(path, WHO.embed)).toBe(home)
    },
  )

  test('a member without a profile who comes to an unknown path chooses one first', () => {
    expect(said('/', WHO.unchosen)).toBe(profiles)
    expect(said('/unknown', WHO.unchosen)).toBe(profiles)
  })

  test('wherever the guard leads, it lets one stay or leads on, never back', () => {
    for (const [, who, path] of cells) {
      const seen = new Set<string>()
      let at = path
      for (let verdict = judge(at, WHO[who]); verdict.does !== 'stay'; verdict = judge(at, WHO[who])) {
        expect(seen.has(at), `${who} goes round from ${path}`).toBe(false)
        seen.add(at)
        if (!ROUTES.some((route) => route.path === verdict.to)) break
        at = verdict.to
      }
    }
  })
})

describe('the viewer', () => {
  const profile = { profileId: 'p', name: 'A', avatar: '', childrenModel: false }

  test('a visitor, a member before and after the choice, a child', () => {
    expect(guardViewer(VISITOR, false)).toEqual(WHO.visitor)
    expect(guardViewer({ ...VISITOR, pattern: 'children' }, false)).toEqual(WHO.kidsVisitor)
    expect(guardViewer({ ...VISITOR, token: 't' }, false)).toEqual(WHO.unchosen)
    expect(guardViewer({ ...VISITOR, token: 't', profile }, false)).toEqual(WHO.member)
    expect(guardViewer({ ...VISITOR, token: 't', profile, pattern: 'children' }, false)).toEqual(WHO.kids)
    expect(guardViewer(VISITOR, true)).toEqual(WHO.embed)
  })
})
