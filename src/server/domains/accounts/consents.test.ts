import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { MARKETING_TEXT_VERSION } from '#contract/accounts.ts'
import { keyedHash } from '#server/kit/secrets.ts'
import { account as accountEn } from '#text/en_US/accounts.ts'
import { registration as registrationEn } from '#text/en_US/registration.ts'
import { account as accountZh } from '#text/zh_HK/accounts.ts'
import { registration as registrationZh } from '#text/zh_HK/registration.ts'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { plansOf } from '../../../../test/support/plans-of.ts'
import { lockAccountsOfMailbox } from './accounts.repo.ts'
import { findConsents } from './consents.repo.ts'

let app: AccountsApp
async function aSignedInMember(mobileno: string) {
  const { accountId } = await app.aMember(mobileno)
  return { accountId, ...(await app.signIn(mobileno)) }
}
beforeAll(async () => {
  app = await createTestAccounts()
})
afterAll(() => app.close())

test('what a member agrees to and takes back is a history, with the text of then; saying the same again adds nothing', async () => {
  const { accountId, viewer } = await aSignedInMember('64449101')
  const { customers } = app.accounts
  expect(await findConsents(app.db, accountId)).toEqual([])
  const at = []
  for (const agreeMarketing of [true, true, false, false, true]) {
    app.clock.advance('PT1H')
    at.push(app.clock.now())
    await customers.update(viewer, { agreeMarketing })
  }
  await customers.update(viewer, { name: '新名' })
  const entry = { kind: 'marketing', textVersion: MARKETING_TEXT_VERSION }
  expect(await findConsents(app.db, accountId)).toEqual([
    { ...entry, given: true, at: at[4] },
    { ...entry, given: false, at: at[2] },
    { ...entry, given: true, at: at[0] },
  ])
})

test('the history is in the export of the account, is never changed, and goes with the account', async () => {
  const { accountId, viewer } = await aSignedInMember('64449102')
  await app.accounts.customers.update(viewer, { agreeMarketing: true })
  const { bytes } = await app.accounts.collectExport({ accountId, language: 'en_US' })
  const { 'account.json': own } = unzipSync(bytes)
  expect(JSON.parse(strFromU8(own!))).toMatchObject({ consents: [{ kind: 'marketing', given: true }] })
  await expect(sql`update consent_event set given = false`.execute(app.db)).rejects.toThrow('append-only')
  await app.db.deleteFrom('account').where('account_id', '=', accountId).execute()
  expect(await findConsents(app.db, accountId)).toEqual([])
})

test('another sentence of consent is another version', () => {
  const sentences = [registrationZh, registrationEn].map(({ details }) => details.marketing)
  const shown = [accountZh, accountEn].map(({ consultation }) => [consultation.marketing, consultation.marketingHint])
  const hash = keyedHash(Buffer.alloc(32), 'consent', JSON.stringify([sentences, shown]))
    .toString('hex')
    .slice(0, 12)
  // Both change together: a new version, such as its month, and the hash of its sentences.
  expect([MARKETING_TEXT_VERSION, hash]).toEqual(['2026-11', '48ae1d8ccb17'])
})

test('the accounts of an address are found by indexes when one of them unsubscribes', async () => {
  const [plan] = await plansOf(app.db, (db) => lockAccountsOfMailbox(db, 'account'))
  expect(plan).not.toContain('Seq Scan on account')
  expect(plan).not.toContain('SubPlan')
})
