import { ANNOUNCEMENT_EXAMPLES } from './admin-announcement-calls.ts'
import { randomUUID } from 'node:crypto'
import type { Delivery } from '#contract/goods.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { createAddresses } from '#server/domains/sales/addresses.ts'
import { importContent } from '#server/kit/content-import.ts'
import type { NewOperatorCase } from '#server/domains/contact/cases.service.ts'
import { newSubmissionNumber } from '#server/domains/campaigns/campaigns.rules.ts'
import { createSubmissionSeal } from '#server/domains/campaigns/submission-seal.ts'
import { insertImage, insertSubmission } from '#server/domains/campaigns/campaigns.repo.ts'
import { agreedTo, aCampaign, aForm } from './campaigns.ts'
import { FINE } from './comments.ts'
import { A_CINEMA, A_FILM, aShowtime } from './cinema.ts'
import { A_MESSAGE } from './contact.ts'
import { linesOf } from './content.ts'
import { giveCredits } from './ledger.ts'
import { A_LOCKER, A_SALE, PICKUP, someGoods } from './sales.ts'
import type { OperatorsWorld } from './operators.ts'
import { aTitleContent } from './title-content.ts'
import { aPhoto, withFile } from './uploads.ts'

interface WrittenComment {
  readonly text?: string
  readonly accountId?: string
  readonly programId?: string
  readonly status?: 'waiting' | 'published' | 'rejected'
  readonly why?: readonly string[]
}

type Stored = Pick<OperatorsWorld, 'db' | 'care' | 'clock' | 'titles' | 'anOperator'>

async function aPublishedTitle({ db, titles, anOperator }: Stored): Promise<string> {
  const { operatorId } = await anOperator('catalogue')
  const programId = newId()
  await inTransaction(db, async (tx) => {
    const editor = { operatorId, actor: 'operator:ida' }
    await titles.publication.publish(tx, editor, { programId, content: aTitleContent(), version: undefined })
  })
  return programId
}

/** One that a member has written, by default their first, which waits. */
export async function aComment(world: Stored, written: WrittenComment = {}) {
  const { db, care, clock } = world
  const { text = FINE, status = 'waiting', why = status === 'waiting' ? ['first'] : [] } = written
  const accountId = written.accountId ?? (await care.aCustomer()).accountId
  const programId = written.programId ?? (await aPublishedTitle(world))
  const [commentId, profileId, at] = [newId(), newId(), clock.now()]
  await sql`
    insert into profile (profile_id, account_id, name, avatar_id, kids, genres, is_first, created_at)
    values (${profileId}, ${accountId}, '西環末班車', 'junk', false, '{}', false, ${at})`.execute(db)
  await sql`
    insert into comment (comment_id, program_id, account_id, profile_id, text, spoiler, status, review_reasons, created_at)
    values (${commentId}, ${programId}, ${accountId}, ${profileId}, ${text}, false, ${status}, ${[...why]}::text[], ${at})`.execute(
    db,
  )
  return { commentId, version: 1, programId, accountId }
}

/** One that the caller has just decided. */
async function aDecision(world: OperatorsWorld): Promise<object> {
  const { operatorId, email } = world.lastSignedIn()
  const { commentId, version } = await aComment(world)
  const by = { operatorId, email, actor: 'operator:ida' }
  const verdict = { commentId, version, approve: true, reasons: [] }
  const { batchId } = await inTransaction(world.db, (tx) => world.comments.review.decide(tx, by, [verdict]))
  return { batchId }
}

async function aPausedAuthor(world: OperatorsWorld): Promise<object> {
  const { operatorId } = await world.anOperator('care')
  const { accountId } = await aComment(world)
  const by = { operatorId, email: 'ida@harbour.test', actor: 'operator:ida' }
  await inTransaction(world.db, (tx) => world.comments.review.pause(tx, by, accountId))
  return { accountId, reason: 'has apologised' }
}

const aWord = () => `word${randomUUID().slice(0, 8)}`

async function aListedWord({ db, comments }: OperatorsWorld): Promise<object> {
  const word = aWord()
  await inTransaction(db, (tx) => comments.review.listWord(tx, word))
  return { word }
}

/** A case of a member who called. */
export async function aCase(world: OperatorsWorld, more: Partial<NewOperatorCase> = {}) {
  const { operatorId } = await world.anOperator('care')
  const given = { ...A_MESSAGE, kind: 'question', language: 'zh_HK', accountId: null, operatorId, ...more } as const
  const caseNumber = await inTransaction(world.db, (tx) => world.contact.operatorCases.create(tx, given))
  return { caseNumber, version: 1 }
}

async function aClosedCase(world: OperatorsWorld): Promise<object> {
  const { caseNumber } = await aCase(world)
  await inTransaction(world.db, (tx) => world.contact.operatorCases.close(tx, { caseNumber }))
  return { caseNumber, version: 2 }
}

/** One that its sender has written, with a picture. */
export async function aPicturedCase(world: OperatorsWorld): Promise<{ caseNumber: string }> {
  const made = await aCase(world)
  const { token } = await withFile(await aPhoto(), (file) => world.uploads.receive(file, { address: '203.0.113.7' }))
  await inTransaction(world.db, async (tx) => {
    const uploadId = await world.uploads.claim(tx, token)
    await sql`update contact_message set upload_id = ${uploadId} where case_number = ${made.caseNumber}`.execute(tx)
  })
  return { caseNumber: made.caseNumber }
}

interface Sent {
  readonly codeName?: string
  readonly penName?: string
  readonly accountId?: string | null
  readonly hasImage?: boolean
  readonly at?: Temporal.Instant
}

/** A campaign page with a form, of its own code name. */
export async function aCampaignPage({ content }: Pick<OperatorsWorld, 'content'>): Promise<string> {
  const codeName = `C${newId()
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, 30)}`
  const blocks = [{ ...aForm([]), fields: aForm([]).fields.filter(({ type }) => type !== 'title'), oncePer: undefined }]
  const record = { ...aCampaign([], { codeName, programId: undefined }), blocks }
  await importContent(content, { content: linesOf([record]), file: 'test', actor: 'operator:ida' })
  return codeName
}

/** One that was sent with the form of a campaign. */
export async function aSubmission(world: OperatorsWorld, sent: Sent = {}) {
  const { db, clock, uploads } = world
  const codeName = sent.codeName ?? (await aCampaignPage(world))
  const { penName = '小樁', accountId = null, hasImage = false, at = clock.now() } = sent
  const submissionNumber = newSubmissionNumber()
  const answers = [
    { name: 'penName', label: 'Pen name', value: penName },
    { name: 'email', label: 'Email', value: 'student@example.com' },
  ]
  const sealed = createSubmissionSeal(Buffer.alloc(32, 7)).seal(submissionNumber, answers)
  const hashes = { submissionHash: Buffer.from(newId()), senderHash: Buffer.alloc(8), subjectHash: Buffer.alloc(8) }
  const { termsVersion } = agreedTo(codeName)
  const row = { submissionNumber, codeName, ...hashes, accountId, language: 'en_US', sealed, termsVersion } as const
  await insertSubmission(db, { ...row, marketingVersion: null, at })
  if (hasImage) {
    const { token } = await withFile(await aPhoto(), (file) => uploads.receive(file, { address: '203.0.113.7' }))
    await inTransaction(db, async (tx) => {
      const uploadId = await uploads.claim(tx, token)
      await insertImage(tx, { submissionNumber, uploadId, field: 'drawing' })
    })
  }
  return { submissionNumber, codeName }
}

const numberOf = ({ submissionNumber }: { submissionNumber: string }) => ({ submissionNumber, reason: 'judging' })

/** A film begins once at a time. */
let showtimes = 0

/** A cinema with a showtime that begins in an hour, by default. */
export async function aCinemaShowtime(
  { content, clock }: Pick<OperatorsWorld, 'content' | 'clock'>,
  startsIn = 'PT1H',
): Promise<string> {
  const showtimeId = newId()
  const startsAt = clock.now().add(startsIn).add({ seconds: showtimes++ })
  const records = [A_CINEMA, A_FILM, aShowtime(showtimeId, startsAt)]
  await importContent(content, { content: linesOf(records), file: 'test', actor: 'operator:ida' })
  return showtimeId
}

/** A seat that a member has for a cinema ticket. */
export async function aTicket(world: OperatorsWorld, { showtimeId }: { showtimeId?: string } = {}) {
  const { db, clock, care, cinema } = world
  const { accountId } = await care.aCustomer()
  await giveCredits({ db, clock }, accountId, 1, { bucket: 'ticket', days: 30 })
  const at = showtimeId ?? (await aCinemaShowtime(world))
  const { ticketId, code } = await cinema.redeem(accountId, { showtimeId: at })
  return { ticketId, code, showtimeId: at, accountId }
}

/** One that the caller has just let in. */
async function aCheckIn(world: OperatorsWorld): Promise<object> {
  const { operatorId } = world.lastSignedIn()
  const { ticketId, code } = await aTicket(world)
  await inTransaction(world.db, (tx) => world.cinema.operatorCounter.admit(tx, { code, operatorId }))
  return { ticketId }
}

interface GivenDelivery {
  readonly state?: 'paid' | 'sent' | 'cancelled'
  readonly accountId?: string
  readonly to?: Delivery
}

/** Goods that a member has paid; the payment is given. */
export async function aDelivery(
  world: OperatorsWorld,
  { state = 'paid', accountId, to = PICKUP }: GivenDelivery = {},
): Promise<{ orderId: string }> {
  const { orderId } = await world.orders.aTopUp()
  const at = world.clock.now()
  const buyer = accountId ?? (await world.care.aCustomer()).accountId
  const goodsId = `goods-${newId()}`
  const records = [A_SALE, A_LOCKER, { ...someGoods(goodsId, 5), programId: await aPublishedTitle(world) }]
  await importContent(world.content, { content: linesOf(records), file: 'test', actor: 'operator:ida' })
  const sealed = createAddresses(Buffer.alloc(32, 7)).seal(orderId, to)
  await sql`
    insert into sale_order (order_id, account_id, sale_id, state, method, locker_code, sealed, freight_cents, paid_cents,
      ordered_at, paid_at, sent_at)
    values (${orderId}, ${buyer}, 'winter', ${state}, ${to.method}, ${to.method === 'pickup' ? to.lockerCode : null}, ${sealed}, 0, 45600, ${at}, ${at},
      ${state === 'sent' ? at : null})`.execute(world.db)
  await sql`insert into sale_line (order_id, goods_id, quantity, amount_cents) values (${orderId}, ${goodsId}, 2, 22800)`.execute(
    world.db,
  )
  await sql`update goods set sold = 2 where goods_id = ${goodsId}`.execute(world.db)
  return { orderId }
}

/** Inputs of the calls about what members send. */
export const QUEUE_EXAMPLES = {
  ...ANNOUNCEMENT_EXAMPLES,
  '/deliveries/list': () => ({}),
  '/deliveries/show': async (w: OperatorsWorld) => aDelivery(w),
  '/deliveries/sent': async (w: OperatorsWorld) => aDelivery(w),
  '/deliveries/delivered': async (w: OperatorsWorld) => aDelivery(w, { state: 'sent' }),
  '/deliveries/restock': async (w: OperatorsWorld) => ({
    ...(await aDelivery(w, { state: 'cancelled' })),
    reason: 'was never sent',
  }),
  '/deliveries/packing': () => ({ reason: 'the parcels of today' }),
  '/submissions/campaigns': () => ({}),
  '/submissions/list': () => ({}),
  '/submissions/open': async (w: OperatorsWorld) => numberOf(await aSubmission(w)),
  '/submissions/image': async (w: OperatorsWorld) => ({
    ...numberOf(await aSubmission(w, { hasImage: true })),
    field: 'drawing',
  }),
  '/submissions/export': async (w: OperatorsWorld) => ({
    codeName: (await aSubmission(w)).codeName,
    reason: 'judging',
  }),
  '/submissions/remove': async (w: OperatorsWorld) => numberOf(await aSubmission(w)),
  '/tickets/taken': () => ({}),
  '/tickets/codes': async (w: OperatorsWorld) => ({ showtimeId: (await aTicket(w)).showtimeId }),
  '/tickets/check': async (w: OperatorsWorld) => ({ code: (await aTicket(w)).code }),
  '/tickets/admit': async (w: OperatorsWorld) => ({ code: (await aTicket(w)).code }),
  '/tickets/undo': aCheckIn,
  '/contact/list': () => ({}),
  '/contact/open': async (w: OperatorsWorld) => ({ caseNumber: (await aCase(w)).caseNumber }),
  '/contact/image': aPicturedCase,
  '/contact/answer': async (w: OperatorsWorld) => ({ ...(await aCase(w)), text: 'It works again.' }),
  '/contact/close': aCase,
  '/contact/reopen': aClosedCase,
  '/contact/handle': async (w: OperatorsWorld) => ({ ...(await aCase(w)), kind: 'refund' }),
  '/contact/create': () => ({
    kind: 'dataAccess',
    theme: 'other',
    senderLanguage: 'en_US',
    name: 'Chan Tai Man',
    phone: '',
    email: 'chan@example.com',
    content: `Asked for a copy by letter: ${newId()}`,
  }),
  '/contact/templates': () => ({}),
  '/comments/list': () => ({}),
  '/comments/show': async (w: OperatorsWorld) => ({ commentId: (await aComment(w)).commentId }),
  '/comments/decide': async (w: OperatorsWorld) => {
    const { commentId, version } = await aComment(w)
    return { decisions: [{ commentId, version, approve: false, reasons: ['advert'] }] }
  },
  '/comments/undo': aDecision,
  '/comments/pause': async (w: OperatorsWorld) => ({ accountId: (await aComment(w)).accountId, reason: 'adverts' }),
  '/comments/resume': aPausedAuthor,
  '/comments/words': () => ({}),
  '/comments/addWord': () => ({ word: aWord() }),
  '/comments/removeWord': aListedWord,
}

const HANDLED = ['/contact/handle', { kind: 'refund' }] as const

/** What another operator does meanwhile, by the call that is refused then. */
export const QUEUE_MEANWHILE = {
  '/contact/answer': HANDLED,
  '/contact/close': HANDLED,
  '/contact/reopen': HANDLED,
  '/contact/handle': HANDLED,
  '/announcements/stop': ['/announcements/stop', { kind: 'stopped' }],
} as const
