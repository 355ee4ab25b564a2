import { createAccess } from '#server/domains/access/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createPlayback } from '#server/domains/playback/index.ts'
import { createRentals, priceOf } from '#server/domains/rentals/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { openDb } from '#server/kit/db.ts'
import { createTestMembers } from './accounts.ts'
import { aTitle, anAsset, createTestCatalogue } from './catalogue.ts'
import { giveCredits, silentWorker } from './ledger.ts'
import { unlimitedStreams } from './playback.ts'
import { memberViewer } from './viewers.ts'

export type RentalsApp = Awaited<ReturnType<typeof createTestRentals>>

const SOON_OVER = '2026-11-22T04:00:00Z'
const OPEN = { region: 'HK', startsAt: Temporal.Instant.from('2026-01-01T00:00:00Z'), endsAt: null }
const PAID = { vodTypes: ['PAY PER RENT' as const] }
const TITLES = [
  aTitle('film', { ...PAID, credits: 28 }),
  aTitle('both', { vodTypes: ['PAY PER RENT', 'VIP UNLIMITED WATCH'], credits: 12 }),
  aTitle('members', { vodTypes: ['VIP UNLIMITED WATCH'] }),
  aTitle('other', { ...PAID, credits: 10 }),
  aTitle('leaving', { ...PAID, credits: 5, licences: [{ ...OPEN, endsAt: Temporal.Instant.from(SOON_OVER) }] }),
  aTitle('voucher', { vodTypes: ['MOVIE VOUCHER'] }),
  aTitle('voucherOrRent', { vodTypes: ['MOVIE VOUCHER', 'PAY PER RENT'], credits: 20 }),
  aTitle('adult', { ...PAID, credits: 5, restriction: 'III' }),
  aTitle('cartoon', { ...PAID, credits: 5, kids: true, classify: 'kids' }),
  aTitle('free'),
  aTitle('series', {
    ...PAID,
    credits: 30,
    programType: 'drama',
    classify: 'drama',
    episodes: [1, 2].map((episode) => ({ season: 1, episode, title: { zh: '', en: '' } })),
  }),
]
const GUIDS = [
  'film',
  'both',
  'members',
  'other',
  'leaving',
  'voucher',
  'voucherOrRent',
  'adult',
  'cartoon',
  'free',
  'series.s1e1',
  'series.s1e2',
]
const masterKey = Buffer.alloc(32, 7)

/** Rentals over a small catalogue, with the ledger, access and playback. @param connections of the database pool */
export async function createTestRentals(connections = 5) {
  const world = await createTestCatalogue()
  const { clock, catalogue, url } = world
  for (const title of TITLES) {
    await catalogue.createTitle(title)
    await catalogue.publish(title.programId)
  }
  for (const guid of GUIDS) await catalogue.titleWriter.attachAsset(world.db, anAsset(guid))
  /** Publishes more titles, with their films. */
  async function addTitles(titles: readonly (Parameters<typeof aTitle>[1] & { programId: string })[]) {
    for (const { programId, ...title } of titles) {
      await catalogue.createTitle(aTitle(programId, title))
      await catalogue.publish(programId)
      await catalogue.titleWriter.attachAsset(world.db, anAsset(programId))
    }
  }
  const { aMember, accounts } = createTestMembers({ db: world.db, clock })
  let members = 0

  /** A member with credits, of a telecom partner by `partner`. */
  async function aRenter(
    credits = 0,
    { partner = 'anyplex', ...change }: Partial<MemberViewer> & { partner?: string } = {},
  ) {
    const { accountId } = await aMember(`9400${String(members++).padStart(4, '0')}`, partner)
    const own = { accountId, sessionId: `ses-${accountId}`, profileId: undefined, unlocked: true }
    if (credits > 0) await giveCredits(world, accountId, credits)
    return memberViewer({ ...own, ...change })
  }

  /** The domains of one node, on connections of its own. */
  function aNode(max: number) {
    const { db, close } = openDb({ url, max, onError: () => undefined })
    const ledger = createLedger({ db, clock })
    const access = createAccess({ db, clock })
    const rentals = createRentals({ db, clock, masterKey, ledger, titles: catalogue, catalogue })
    const media = { contentKey: async () => null }
    const sessions = { findLive: async () => ({ parentalVersion: 0 }) }
    const hosts = { free: '', main: '', uhd: '' }
    const playback = createPlayback({
      clock,
      masterKey,
      access,
      titles: catalogue,
      media,
      sessions,
      hosts,
      streams: unlimitedStreams,
    })

    /** The quote that an order answers. @throws when the order is playable */
    async function order(viewer: MemberViewer, programId: string) {
      const answer = await playback.authorization.authorize(viewer, { programId, kind: 'movie' })
      if (answer.outcome !== 'quote') throw new Error(`${programId} plays`)
      const [offer] = answer.offers
      const price = offer && priceOf(offer)
      if (!price) throw new Error('a rental was expected')
      return rentals.quote(viewer, { ...answer.title, ...price })
    }
    /** Uses a quote. */
    const pay = (viewer: MemberViewer, programId: string, quote: { payment: number; resourceId: string }) =>
      rentals.purchase(viewer, { programId, payment: quote.payment, resourceId: quote.resourceId })
    const rent = async (viewer: MemberViewer, programId: string) =>
      pay(viewer, programId, await order(viewer, programId))
    const plays = async (viewer: MemberViewer, programId: string, programGuid?: string) =>
      playback.authorization.authorize(viewer, { programId, programGuid, kind: 'movie' }).then(
        (answer) => answer.outcome === 'playable',
        () => false,
      )
    return { db, close, ledger, rentals, access, playback, order, pay, rent, plays }
  }

  const node = aNode(connections)
  const credits = async ({ accountId }: MemberViewer) => {
    const { pointsMonthly, pointsRecharge } = await node.ledger.points(accountId)
    return pointsMonthly + pointsRecharge
  }
  /** What differs between the postings and everything that is made of them. */
  const differences = async () => [
    ...((await node.ledger.check())?.differences ?? ['no check']),
    ...(await node.rentals.differences()),
  ]
  const refundDue = () => node.rentals.refundUnplayable(silentWorker)
  const close = async () => {
    await node.close()
    await world.close()
  }
  return {
    ...world,
    accounts,
    ...node,
    aNode,
    addTitles,
    persistently,
    aRenter,
    credits,
    differences,
    refundDue,
    worldDb: world.db,
    close,
  }
}

/** As a client does that is told to try again: a busy machine makes some wait for the wallet for more than two seconds. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (code !== 'UNAVAILABLE' && code !== 'SELLING_FAST') throw error
    }
  }
}
