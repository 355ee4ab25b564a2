import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'
import { importStaff } from '#server/domains/partners/index.ts'
import { createSubscriptionsWorld, type SubscriptionsNode } from './subscriptions.ts'
import { inTransaction } from '#server/kit/db.ts'

const COMPANY = 'Harbour Bank'
const PAGE = 'https://harbour.test/#/sun-staff'
/** Of the plan `staff-paid`, in cents. */
export const STAFF_PRICE = 3_000

export type StaffWorld = Awaited<ReturnType<typeof createStaffWorld>>

/** Staff plans, a free one and `staff-paid`, over a new database. */
export async function createStaffWorld() {
  const world = await createSubscriptionsWorld()
  const { node, db, clock } = world
  await inTransaction(node.db, (tx) =>
    node.plans.publish(tx, {
      planId: 'staff-paid',
      offer: 'staff',
      actor: 'operator:ann',
      terms: {
        name: { zh_HK: '員工優惠', en_US: 'Staff offer' },
        description: { zh_HK: '', en_US: '' },
        amountCents: STAFF_PRICE,
        currency: 'HKD',
        trialMonths: 0,
        creditsPerCycle: 60,
      },
    }),
  )
  let addresses = 0
  let numbers = 0
  const importList = (csv: string) =>
    importStaff({ db, clock, masterKey: Buffer.alloc(32, 7) }, { csv, actor: 'operator:ann', reason: 'list staff.csv' })
  /** The imports of the audit log, the oldest first. */
  const audited = () =>
    db
      .selectFrom('audit_entry')
      .select(['actor', 'subject', 'reason', 'details'])
      .where('action', '=', 'import staff')
      .orderBy('audit_entry_id')
      .execute()
  /** A number that was put on the list, with those that were there before. */
  async function aNumber(): Promise<string> {
    numbers++
    await importList(Array.from({ length: numbers }, (_, n) => `${COMPANY},S${n + 1}`).join('\n'))
    return `S${numbers}`
  }
  const anAddress = () => `203.0.113.${addresses++ % 250}`
  const check = (staffNumber: string, { companyName = COMPANY, viewer = visitor, address = anAddress() } = {}) =>
    node.partners.staff.check(viewer, { companyName, staffNumber, address })
  const tokenFor = async (staffNumber: string) => (await check(staffNumber)).staffToken

  /** Takes a plan with a token. */
  const take = (
    accountId: string,
    staffToken: string,
    { planId = 'staff-pass', on = node as SubscriptionsNode } = {},
  ) =>
    on.partners.staff.take({
      accountId,
      staffToken,
      planId,
      language: 'en_US',
      kind: 'wechat',
      terminal: 'web',
      continueUrl: PAGE,
      cancelUrl: PAGE,
    })
  return { ...world, audited, importList, aNumber, anAddress, check, tokenFor, take, page: PAGE }
}

const visitor = { kind: 'visitor' } as unknown as Viewer
export const viewerOf = (accountId: string) => ({ kind: 'member', accountId }) as MemberViewer
