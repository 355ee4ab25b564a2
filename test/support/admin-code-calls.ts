import { gzipSync } from 'node:zlib'
import type { make } from '#contract/admin/codes.ts'
import type { AdminParsedInputOf } from '#contract/admin/endpoint.ts'
import { inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { makeCodes } from './codes.ts'
import type { OperatorsWorld } from './operators.ts'

type BatchDraft = Omit<AdminParsedInputOf<typeof make>, 'requestKey' | 'reason' | 'version'>

/** Three codes of 50 credits. */
export const aBatchDraft = (more: Partial<BatchDraft> = {}): BatchDraft => ({
  kind: 'redeem',
  name: 'Winter gifts',
  count: 3,
  grants: [{ kind: 'credits', amount: 50, expiresInDays: 365 }],
  usesPerCode: 1,
  newUsersOnly: false,
  partner: null,
  expiresAt: null,
  ...more,
})

const aBatch = async ({ orders }: OperatorsWorld) => makeCodes(orders.codes)

/** Of the caller, and made. */
async function anOwnBatch({ orders, db, lastSignedIn }: OperatorsWorld): Promise<{ batchId: string }> {
  const { operatorId, name } = lastSignedIn()
  const draft = { ...aBatchDraft(), startsAt: undefined, expiresAt: null, operatorId, actor: `operator:${name}` }
  const batchId = await inTransaction(db, (tx) => orders.codes.operatorBatches.order(tx, draft))
  await orders.codes.operatorBatches.makeDue()
  return { batchId }
}

const reason = 'leaked'

/** A file as the console sends it. */
export const aList = (csv: string) => ({ name: 'list.csv', content: gzipSync(csv).toString('base64') })
let numbers = 0
let companies = 0
const newCompany = () => (companies += 1)
/** What the last new company was before: no list. */
const seenOfNone = () => `bank ${companies} 0 `

const aPlanChange = (more: object = {}) => {
  price += 100
  return { planId: 'entertainment-pass', terms: { amountCents: price }, ...more }
}
let price = 9_000

/** One that has not begun. */
async function aPlannedVersion({ orders, clock, db }: OperatorsWorld) {
  const publication = { ...aPlanChange(), startsAt: clock.now().add({ hours: 24 }), actor: 'operator:ida' }
  const { plan } = await inTransaction(db, (tx) => orders.plans.publish(tx, publication))
  return { planVersionId: plan.planVersionId }
}

/** Inputs of the calls about codes and plans. */
export const CODE_EXAMPLES = {
  '/codes/list': () => ({}),
  '/codes/show': async (w: OperatorsWorld) => ({ batchId: (await aBatch(w)).batchId }),
  '/codes/tryBatch': () => aBatchDraft(),
  '/codes/make': () => ({ ...aBatchDraft({ name: `Winter ${newId()}` }), reason: 'a campaign' }),
  '/codes/file': async (w: OperatorsWorld) => ({ ...(await anOwnBatch(w)), requestKey: crypto.randomUUID() }),
  '/codes/uses': async (w: OperatorsWorld) => ({ filter: { batchId: (await aBatch(w)).batchId } }),
  '/codes/exportUses': async (w: OperatorsWorld) => ({ filter: { batchId: (await aBatch(w)).batchId } }),
  '/codes/look': async (w: OperatorsWorld) => ({ code: (await aBatch(w)).codes[0] }),
  '/codes/void': async (w: OperatorsWorld) => ({ batchId: (await aBatch(w)).batchId, reason }),
  '/codes/giftCards': () => ({}),
  '/partners/lists': () => ({}),
  '/partners/checkCustomers': () => ({ partner: 'clp', ...aList('91234567\n') }),
  '/partners/importCustomers': async (w: OperatorsWorld) => {
    const list = { partner: 'clp', ...aList(`61110${String((numbers += 1)).padStart(3, '0')}\n`) }
    const { seen } = await w.orders.accounts.customerLists.check({ partner: 'clp', csv: '' })
    return { ...list, seen, reason: 'the list of November' }
  },
  '/partners/checkStaff': () => aList('Harbour Bank,A1\n'),
  '/partners/importStaff': () => ({
    ...aList(`Bank ${newCompany()},A1\n`),
    seen: seenOfNone(),
    reason: 'a new company',
  }),
  '/partners/removeStaff': async (w: OperatorsWorld) => {
    const company = `bank ${newCompany()}`
    await inTransaction(w.db, (tx) => w.orders.partners.staffLists.replace(tx, { csv: `${company},A1\n` }))
    return { company, reason: 'left' }
  },
  '/partners/invoice': () => ({ month: '2026-11' }),
  '/partners/exportInvoice': () => ({ month: '2026-11' }),
  '/plans/versions': () => ({}),
  '/plans/tryPublish': () => aPlanChange(),
  '/plans/publish': () => aPlanChange({ reason: 'dearer films' }),
  '/plans/withdraw': aPlannedVersion,
}
