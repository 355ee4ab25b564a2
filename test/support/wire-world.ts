import type { Accounts } from '#server/domains/accounts/index.ts'
import { createLedger, type Ledger } from '#server/domains/ledger/index.ts'
import { createPlayback, createPlaybackReports, createStreams } from '#server/domains/playback/index.ts'
import { createTitleEditing, type TitleEditing } from '#server/domains/catalogue/index.ts'
import { createPageEditing, type PageEditing } from '#server/domains/pages/index.ts'
import { createPreviews, type Previews } from '#server/domains/previews/index.ts'
import { createRentals, type Rentals } from '#server/domains/rentals/index.ts'
import { findHeldPlan } from '#server/domains/subscriptions/index.ts'
import { createCampaigns } from '#server/domains/campaigns/index.ts'
import { createContact } from '#server/domains/contact/index.ts'
import { createComments } from '#server/domains/comments/index.ts'
import { createProgress } from '#server/domains/progress/index.ts'
import { createPlays } from '#server/domains/plays/index.ts'
import { createVisits } from '#server/domains/visits/index.ts'
import type { Db } from '#server/kit/db.ts'
import type { ResolveViewer } from '#server/wire/authorization.ts'
import { registerCalls } from '#server/wire/calls.ts'
import { aTitle, anAsset, createTestCatalogue, testImages } from './catalogue.ts'
import { givePlan } from './held-plan.ts'
import { createTestHttp, type TestHttp } from './http.ts'
import { addStream } from './playback.ts'
import { createTestProfiles } from './profiles.ts'
import { aPhoto, createTestUploads } from './uploads.ts'
import { addContent } from './content.ts'
import { FIXTURE_CAMPAIGNS } from './wire-campaigns.ts'
import { createWireComments } from './wire-comments.ts'
import { createWireCodes } from './wire-codes.ts'
import { addWireStaff, checkedTokens } from './wire-staff.ts'
import { createWireMembers, type WireMembers } from './wire-members.ts'
import { addFixtureScreenings } from './wire-screenings.ts'
import { addFixtureCinema } from './wire-cinema.ts'
import { addFixtureSales } from './wire-sales.ts'
import { PAGES } from './wire-pages.ts'
import { createWireRenter } from './wire-renter.ts'
import { addFixtureAgreements, addFixturePayments, createWirePayments, type WirePayments } from './wire-payments.ts'
import { createWireWatcher } from './wire-watcher.ts'

/** The whole wire over a small, constant catalogue and a few members: the system under test of the fixtures. */
export interface WireWorld extends TestHttp {
  readonly db: Awaited<ReturnType<typeof createTestCatalogue>>['db']
  readonly catalogue: Awaited<ReturnType<typeof createTestCatalogue>>['catalogue']
  readonly pool: Awaited<ReturnType<typeof createTestCatalogue>>['pool']
  /** As operators edit them. */
  readonly titles: TitleEditing
  readonly previews: Previews
  readonly pageEditing: PageEditing
  readonly search: Awaited<ReturnType<typeof createTestCatalogue>>['search']
  readonly members: WireMembers
  readonly sales: WirePayments
  readonly accounts: Accounts
  readonly ledger: Ledger
  readonly rentals: Rentals
  /** A quote for the title `paid`, given to the member `renter`. */
  readonly quote: string
  /** A quote of the start `premiere`, given to the member `moviegoer`. */
  readonly screeningQuote: string
  readonly screeningStart: string
  /** The secret of the guests' link of the screening `fixture-screening` of the member `host`. */
  readonly guestSecret: string
  /** Its account. */
  readonly hostId: string
  readonly databaseUrl: string
  readonly resolveViewer: ResolveViewer
  /** The code of a gift card that the member `giver` bought. */
  readonly giftCard: string
  readonly giftCardOrder: string
  /** An image, with where it was taken. */
  readonly photo: Buffer
  /** Tokens of staff numbers that were checked. */
  readonly staffTokens: readonly string[]
  close(): Promise<void>
}

const LONG_AGO = Temporal.Instant.from('2026-01-01T00:00:00Z')
const LAST_MONTH = Temporal.Instant.from('2026-10-01T00:00:00Z')

const season = (number: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    season: number,
    episode: n + 1,
    title: { zh: `第${n + 1}集`, en: `Episode ${n + 1}` },
    description: { zh: '劇情', en: 'Story' },
  }))

/** One title of each kind that the wire treats differently. */
const TITLES = [
  aTitle('members', {
    title: { zh: '會員電影', en: 'Members' },
    genres: ['comedy'],
    vodTypes: ['VIP UNLIMITED WATCH'],
  }),
  aTitle('harbour-light', {
    title: { zh: '港灣燈火', en: 'Harbour Light' },
    genres: ['drama', 'romance'],
    tagline: { zh: '燈火', en: 'Lights' },
  }),
  aTitle('ding-ding', {
    title: { zh: '叮叮', en: 'Ding Ding' },
    kids: true,
    classify: 'kids',
    genres: ['family'],
    releaseYear: 2024,
  }),
  aTitle('night-shift', { title: { zh: '夜更', en: 'Night Shift' }, restriction: 'III', genres: ['horror'] }),
  aTitle('soon', { title: { zh: '快將上映', en: 'Soon' } }),
  aTitle('paid', { title: { zh: '收費電影', en: 'Paid' }, vodTypes: ['PAY PER RENT'], credits: 28 }),
  aTitle('macau', {
    title: { zh: '濠江', en: 'Macau' },
    licences: [{ region: 'MO', startsAt: LONG_AGO, endsAt: null }],
  }),
  aTitle('gone', {
    title: { zh: '已下架', en: 'Gone' },
    licences: [{ region: 'HK', startsAt: LONG_AGO, endsAt: LAST_MONTH }],
  }),
  aTitle('draft', { title: { zh: '草稿', en: 'Draft' } }),
  aTitle('ferry', {
    title: { zh: '渡輪', en: 'Ferry' },
    programType: 'drama',
    classify: 'drama',
    genres: ['drama'],
    episodes: [...season(1, 2), ...season(2, 1)],
  }),
]
const PLAYABLE = [
  'members',
  'harbour-light',
  'ding-ding',
  'night-shift',
  'paid',
  'macau',
  'gone',
  'ferry.s1e1',
  'ferry.s1e2',
]

const masterKey = Buffer.alloc(32, 7)

/** What is said in some of the titles, and the index of search. */
async function addScenes({ search, subtitles }: Awaited<ReturnType<typeof createTestCatalogue>>): Promise<void> {
  subtitles.set('asset-harbour-light zh-Hant', [{ at: 12.4, line: '那盞燈，一直亮著。' }])
  subtitles.set('asset-ferry.s1e2 zh-Hant', [{ at: 31, line: '燈一直亮着嗎？' }])
  subtitles.set('asset-macau zh-Hant', [{ at: 5, line: '燈一直亮着。' }])
  await search.index.refreshOutdated()
  await search.scenes.refresh()
}

/** Builds it on a database of its own. */
export async function createWireWorld(): Promise<WireWorld> {
  const world = await createTestCatalogue()
  const { db, clock, catalogue, pages } = world
  for (const title of TITLES) await catalogue.createTitle(title)
  await db.transaction().execute(async (tx) => {
    for (const guid of PLAYABLE) await catalogue.titleWriter.attachAsset(tx, anAsset(guid))
  })
  for (const { programId } of TITLES) {
    if (programId === 'draft') continue
    clock.advance('PT1S')
    await catalogue.publish(programId)
  }
  await db.transaction().execute((tx) => pages.arrange(tx, PAGES))
  await addScenes(world)
  const ledger = createLedger({ db, clock })
  const getBalances = async (accountId: string) => ({
    ...(await ledger.points(accountId)),
    plan: await findHeldPlan(db, { accountId, now: clock.now() }),
  })
  const { members, ...memberDomains } = await createWireMembers({
    db,
    clock,
    getBalances,
    promotionCodes: () => sales.codes.redemptions,
  })
  await givePlan(db, { accountId: await accountOf(db, 'subscriber'), now: clock.now() })
  const stopper = { accountId: await accountOf(db, 'stopper'), sessionId: 'stopper' }
  await addStream(db, { streamId: 'fixture-stream', ...stopper, at: clock.now() })
  const streams = createStreams({
    db,
    reads: db,
    clock,
    access: world.access,
    devices: memberDomains.accounts.sessions,
    titles: catalogue,
    limits: { withoutPlan: 2, withPlan: 2 },
  })
  const playback = createPlayback({
    clock,
    masterKey,
    streams,
    access: world.access,
    titles: catalogue,
    media: { contentKey: async () => null },
    sessions: memberDomains.accounts.sessions,
    hosts: { free: '', main: '', uhd: '' },
    seats: { findFact: (seatId) => sales.screenings.seats.findFact(seatId) },
  })
  const rentals = createRentals({ db, clock, masterKey, ledger, titles: catalogue, catalogue })
  const quote = await createWireRenter({ ...memberDomains, db, clock, rentals })
  const profiles = createTestProfiles({ db, clock, ...memberDomains })
  await createWireWatcher({ ...world, ...memberDomains, profiles })
  const playbackReports = createPlaybackReports({ db, clock })
  const visits = createVisits({ db, clock })
  const plays = createPlays({ db, clock })
  const comments = createComments({ db, clock, catalogue, ...memberDomains })
  const sales: WirePayments = createWirePayments({ db, clock, ...memberDomains, ledger })
  await createWireComments({ db, clock, members })
  await addFixturePayments(db, sales)
  await addFixtureAgreements(db, sales)
  await addFixtureSales({ ...sales, db, clock }, await accountOf(db, 'shopper'))
  await addFixtureCinema({ ...sales, db, clock }, await accountOf(db, 'cinemagoer'))
  const { screeningQuote, screeningStart, guestSecret } = await addFixtureScreenings({
    ...sales,
    ...memberDomains,
    db,
    clock,
  })
  const { code: giftCard, orderId: giftCardOrder } = await createWireCodes(sales, {
    db,
    clock,
    accountOf: (member) => accountOf(db, member),
  })
  await addWireStaff({ db, clock })
  const staffTokens = await checkedTokens(sales, 2)
  const { uploads } = createTestUploads({ db, clock, ...memberDomains })
  const contact = createContact({ db, clock, masterKey, ...memberDomains, uploads })
  const campaigns = createCampaigns({
    ...world,
    ...memberDomains,
    masterKey,
    uploads,
    images: { register: async () => '' },
    linkHosts: [],
  })
  await addContent({ db, clock, parts: [campaigns.domainModule.content!] }, FIXTURE_CAMPAIGNS)
  const people = { profiles, rentals, visits, plays, comments, uploads, contact, campaigns }
  const domains = {
    ...world,
    ...memberDomains,
    ...sales,
    ...people,
    images: testImages,
    ledger,
    playback,
    playbackReports,
    streams,
  }
  const titles = createTitleEditing({
    db,
    clock,
    titleFonts: { register: async () => undefined },
    attachAsset: catalogue.titleWriter.attachAsset,
    operators: { hasRole: async () => true, tell: async () => undefined },
    images: { refuse: async () => undefined, allow: async () => undefined },
    releaseAssets: async () => undefined,
  })
  const pageEditing = createPageEditing({
    db,
    clock,
    knownGoods: async () => new Set(),
    operators: { hasRole: async () => true, tell: async () => undefined },
  })
  const previews = createPreviews({ db, clock, titles, pages: pageEditing })
  const resolveViewer: ResolveViewer = (token, { context, region }) => profiles.viewer(token, { ...context, region })
  const { accounts } = memberDomains
  const progress = createProgress({ db, clock, accounts, playback, streams, library: world.library })
  const http = await createTestHttp((on) => registerCalls(on, domains), {
    clock,
    progress,
    nextEdge: (now) => pages.nextEdge(now),
    resolveViewer,
    previews,
    sitemap: catalogue.publicTitles('HK'),
  })
  return {
    ...http,
    db,
    catalogue,
    pool: world.pool,
    titles,
    previews,
    pageEditing,
    search: world.search,
    members,
    accounts,
    ledger,
    rentals,
    quote,
    screeningQuote,
    screeningStart,
    guestSecret,
    hostId: await accountOf(db, 'host'),
    databaseUrl: world.url,
    resolveViewer,
    giftCard,
    giftCardOrder,
    photo: await aPhoto(),
    staffTokens,
    sales,
    async close() {
      await http.app.close()
      await world.close()
    },
  }
}

/** The account of a member of the fixtures. */
async function accountOf(db: Db, member: string): Promise<string> {
  const session = db.selectFrom('session').select('account_id').where('session_id', '=', member)
  return (await session.executeTakeFirstOrThrow()).account_id
}
