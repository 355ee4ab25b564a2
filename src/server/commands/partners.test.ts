import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type AccountsApp, createTestAccounts, details, from } from '../../../test/support/accounts.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { partnersCommand } from './partners.ts'

let testApp: AccountsApp
let folder: string
const printed: string[] = []
beforeAll(async () => {
  testApp = await createTestAccounts()
  folder = await mkdtemp(join(tmpdir(), 'harbour-partners-'))
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await testApp.close()
  await rm(folder, { recursive: true })
})
afterEach(() => testApp.clock.advance('PT49H'))

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const run = (...args: string[]) => partnersCommand(readConfig({ DATABASE_URL: testApp.url, MASTER_KEY }), args, folder)
async function importList(csv: string, partner = 'clp'): Promise<number> {
  await writeFile(join(folder, 'list.csv'), csv)
  return run('import', partner, 'list.csv')
}

/** Registers by the calls of the telecom partner, or of the site. @returns the new member's partner */
async function register(
  mobileno: string,
  site: 'clp' | 'anyplex' = 'clp',
): Promise<{ partner: string; bindings: string[] }> {
  const number = { mobileno, areaCode: '852' } as const
  const { registration, customers } = testApp.accounts
  await registration.start(number, { ...from(), language: 'zh_HK' })
  const code = await testApp.lastCode(`+852${mobileno}`)
  const { verificationToken } = await registration.verify({ ...number, code, partner: site }, from())
  const { partner, token } = await registration.complete(details(verificationToken), { ...from(), language: 'zh_HK' })
  const { bindings } = await customers.details(await testApp.viewerOf(token))
  return { partner, bindings: bindings.map((one) => one.partner) }
}

test('only numbers on the list of a partner bind to it; others become ordinary members', async () => {
  expect(await register('61110000')).toEqual({ partner: 'anyplex', bindings: [] })
  expect(await importList('mobile,name\r\n61110001,Chan\r\n"+852 6111 0002",Lee\r\n\r\n61110001,Chan\r\n')).toBe(0)
  expect(printed.at(-1)).toBe('clp has 2 customers now.')
  expect(await register('61110001')).toEqual({ partner: 'clp', bindings: ['clp'] })
  expect(await register('61110003')).toEqual({ partner: 'anyplex', bindings: [] })
})

test('a new list replaces the former one of this partner, and of no other', async () => {
  await importList('61110011\n61110012\n')
  await importList('61110013', 'hgc')
  await importList('61110012')
  expect(await register('61110011')).toMatchObject({ partner: 'anyplex' })
  expect(await register('61110012')).toMatchObject({ partner: 'clp' })
  expect(await register('61110013')).toMatchObject({ partner: 'anyplex' })
})

test.each([
  ['a wrong line', '61110021\nhello\n21234567\n', 'line 2, 3'],
  ['an empty list', 'number\n', 'empty'],
])('%s changes nothing', async (_what, csv, sentence) => {
  await importList('61110020')
  expect(await refusedWith(importList(csv))).toContain(sentence)
  const { rows } = await testApp.pool.query("select from partner_customer where partner = 'clp'")
  expect(rows).toHaveLength(1)
})

test('another partner and a missing file are refused', async () => {
  expect(await refusedWith(importList('61110031', 'anyplex'))).toContain('not a partner with a customer list')
  await expect(run('import', 'clp', 'missing.csv')).rejects.toThrow('cannot be read')
})

test('a list that was cut within a character changes nothing; one in Big5 is read', async () => {
  await importList('61110035')
  await writeFile(
    join(folder, 'list.csv'),
    Buffer.concat([Buffer.from('61110036,'), Buffer.from('旺角').subarray(0, 5)]),
  )
  await expect(run('import', 'clp', 'list.csv')).rejects.toThrow('save it as UTF-8')
  const { rows } = await testApp.pool.query("select from partner_customer where partner = 'clp'")
  expect(rows).toHaveLength(1)
  const names = Buffer.concat([Buffer.from('61110036,'), Buffer.from('b3afa4ac', 'hex'), Buffer.from('\n61110037\n')])
  await writeFile(join(folder, 'list.csv'), names)
  expect(await run('import', 'clp', 'list.csv')).toBe(0)
})

test('the database holds no plain number of a customer', async () => {
  await importList('61110041')
  const { rows } = await testApp.pool.query('select t::text as text from partner_customer t')
  expect(JSON.stringify(rows)).not.toContain('61110041')
})

test('a number on the list of movie6 that registers on the site becomes its member, with credits', async () => {
  await importList('61110051', 'movie6')
  expect(await register('61110051', 'anyplex')).toEqual({ partner: 'movie6', bindings: [] })
  expect(await register('61110052', 'anyplex')).toEqual({ partner: 'anyplex', bindings: [] })
  await importList('61110053', 'clp')
  expect(await register('61110053', 'anyplex')).toEqual({ partner: 'anyplex', bindings: [] })
})

test('imports are in the audit log, with who made them and how many numbers there are', async () => {
  await importList('61110061\n61110062', 'suntel')
  await writeFile(join(folder, 'staff.csv'), 'Harbour Bank,A1\nHarbour Bank,A2\nOld Bank,9\n')
  expect(await run('staff', 'import', 'staff.csv', '--operator', 'ann')).toBe(0)
  expect(printed.slice(-2)).toEqual(['harbour bank has 2 staff numbers now.', 'old bank has 1 staff numbers now.'])
  const { rows } = await testApp.pool.query(
    'select actor, action, subject, details from audit_entry order by audit_entry_id desc limit 3',
  )
  expect(rows).toEqual([
    { actor: 'operator:ann', action: 'import staff', subject: 'company:old bank', details: { numbers: 1 } },
    { actor: 'operator:ann', action: 'import staff', subject: 'company:harbour bank', details: { numbers: 2 } },
    {
      actor: expect.stringMatching(/^operator:./),
      action: 'import customers',
      subject: 'partner:suntel',
      details: { customers: 2 },
    },
  ])
})

test('a wrong line of a staff list changes nothing, and is not recorded', async () => {
  const count = async () => (await testApp.pool.query('select from audit_entry')).rows.length
  const before = await count()
  await writeFile(join(folder, 'staff.csv'), 'Harbour Bank,A1\nHarbour Bank\n')
  expect(await refusedWith(run('staff', 'import', 'staff.csv'))).toContain('line 2')
  expect(await count()).toBe(before)
})

test.each([
  [[]],
  [['import']],
  [['import', 'clp']],
  [['export', 'clp', 'x']],
  [['staff', 'import']],
  [['import', 'clp', 'x', '--by', 'ann']],
])('wrong usage %j prints the usage', async (args) => {
  expect(await run(...args)).toBe(2)
  expect(printed.at(-1)).toContain('npm run partners -- import')
})
