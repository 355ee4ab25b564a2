import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { silentWorker } from '../../../../test/support/ledger.ts'
import { aPhoto, createTestUploads, withFile } from '../../../../test/support/uploads.ts'
import { readUploadPath } from './index.ts'

let testApp: AccountsApp & ReturnType<typeof createTestUploads>
beforeAll(async () => {
  const accounts = await createTestAccounts()
  testApp = { ...accounts, ...createTestUploads(accounts) }
})
afterAll(() => testApp.close())

let address: string
let addresses = 0
beforeEach(() => {
  address = `203.0.113.${addresses++}`
})

const receive = async (bytes?: Uint8Array, sender: object = {}) =>
  withFile(bytes ?? (await aPhoto()), (file) => testApp.uploads.receive(file, { address, ...sender }))
const claim = (token: string) => testApp.db.transaction().execute((tx) => testApp.uploads.claim(tx, token))
const release = (uploadId: string) => testApp.db.transaction().execute((tx) => testApp.uploads.release(tx, [uploadId]))
const runDueWork = () =>
  Promise.all((testApp.uploads.domainModule.scheduledTasks ?? []).map(({ run }) => run(silentWorker)))
const open = (url: string) => testApp.uploads.open(readUploadPath(url)!)
const gone = { code: 'INVALID_INPUT', details: { fields: { image: 'IMAGE_GONE' } } }

test('an image is shown at its address, and kept unreadable', async () => {
  const { url, width, height, hadMetadata } = await receive()
  expect({ width, height, hadMetadata }).toEqual({ width: 64, height: 48, hadMetadata: true })
  const shown = await open(url)
  expect(shown).toMatchObject({ contentType: 'image/jpeg', fileName: 'image.jpg' })
  expect(shown!.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  for (const kept of testApp.objects.values()) {
    expect(Buffer.from(kept).includes(shown!.bytes.subarray(0, 64))).toBe(false)
  }
})

test('a file that is no image is refused and leaves nothing', async () => {
  const before = testApp.objects.size
  await expect(receive(Buffer.from('<svg/>'))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { image: 'IMAGE_UNREADABLE' } },
  })
  expect(testApp.objects.size).toBe(before)
})

test('an image is claimed once, also by two forms at the same time', async () => {
  const { token } = await receive()
  const outcomes = await Promise.allSettled([claim(token), claim(token)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(claim(token)).rejects.toMatchObject(gone)
  await expect(claim('made-up')).rejects.toMatchObject(gone)
})

test('an unclaimed image is deleted after a day, a claimed one when its form lets it go', async () => {
  const [unclaimed, claimed] = [await receive(), await receive()]
  const uploadId = await claim(claimed.token)
  const before = testApp.objects.size
  testApp.clock.advance('PT23H59M')
  await runDueWork()
  expect(testApp.objects.size).toBe(before)
  testApp.clock.advance('PT1M')
  await expect(claim(unclaimed.token)).rejects.toMatchObject(gone)
  await runDueWork()
  expect(await testApp.uploads.read(uploadId)).toBeDefined()
  expect([...testApp.objects.keys()]).toContain(`u/${uploadId}`)
  await release(uploadId)
  expect(await testApp.uploads.read(uploadId)).toBeUndefined()
  await runDueWork()
  expect([...testApp.objects.keys()]).not.toContain(`u/${uploadId}`)
  expect(await open(testApp.uploads.urlOf(uploadId))).toBeUndefined()
})

test('an address ends after a day; the sender gets a new one', async () => {
  const { token, url } = await receive()
  const uploadId = await claim(token)
  testApp.clock.advance('PT25H')
  expect(await open(url)).toBeUndefined()
  expect(await open(testApp.uploads.urlOf(uploadId))).toBeDefined()
})

test('visitors of an address share a limit, which a member behind it does not use', async () => {
  const { accountId } = await testApp.aMember('98765432')
  for (let times = 0; times < 30; times++) await receive()
  await expect(receive()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await expect(receive(undefined, { accountId })).resolves.toBeDefined()
  testApp.clock.advance('PT1H')
  await expect(receive()).resolves.toBeDefined()
})
