import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts, from } from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
beforeAll(async () => {
  testApp = await createTestAccounts()
})
afterAll(() => testApp.close())
// Each test starts after the throttles of the others have expired.
beforeEach(() => testApp.clock.advance('PT49H'))

const requester = (address: string | undefined, deviceSerial?: string) => ({
  ...from({ ...(address !== undefined && { address }), deviceSerial }),
  language: 'zh_HK' as const,
})
const number = (mobileno: string) => ({ mobileno, areaCode: '852' as const })
const start = (mobileno: string, address?: string, deviceSerial?: string) =>
  testApp.accounts.registration.start(number(mobileno), requester(address, deviceSerial))
const verify = (mobileno: string, code: string, deviceSerial?: string) =>
  testApp.accounts.registration.verify({ ...number(mobileno), code, partner: 'anyplex' }, from({ deviceSerial }))

test('two SMS a day are left to the devices of the owner, whatever others request', async () => {
  await testApp.aMember('61120003')
  await testApp.signIn('61120003', 'own')
  const requestCode = (address: string, deviceSerial?: string) =>
    testApp.accounts.passwords.sendResetCode(number('61120003'), requester(address, deviceSerial))
  for (let sent = 0; sent < 3; sent++) {
    await requestCode(`198.51.100.1${sent}`, `stranger ${sent}`)
    testApp.clock.advance('PT1M')
  }
  await expect(requestCode('198.51.100.14', 'stranger')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  for (let sent = 0; sent < 2; sent++) {
    await expect(requestCode('198.51.100.15', 'own')).resolves.toEqual({ waitSeconds: 60 })
    testApp.clock.advance('PT1M')
  }
  await expect(requestCode('198.51.100.15', 'own')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('other devices neither use up a code nor learn that there is one', async () => {
  await start('61110017', undefined, 'own')
  const code = await testApp.lastCode('+85261110017')
  const wrong = code === '000000' ? '000001' : '000000'
  const refusals = []
  for (let tries = 0; tries < 8; tries++) {
    refusals.push(await verify('61110017', wrong, `stranger ${tries}`).catch((error: unknown) => error))
  }
  // Neither the right code, nor one that expired, nor a number without a code is told apart.
  refusals.push(await verify('61110017', code, 'stranger').catch((error: unknown) => error))
  refusals.push(await verify('61110018', wrong, 'stranger').catch((error: unknown) => error))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'WRONG_CODE', details: {} })
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
  await expect(verify('61110017', wrong, 'own')).rejects.toMatchObject({ details: { triesLeft: 4 } })
  await expect(verify('61110017', code, 'own')).resolves.toHaveProperty('verificationToken')
  const used = await verify('61110017', code, 'stranger').catch((error: unknown) => error)
  expect(used).toEqual(refusals[0])
})

test('an address checks thirty codes in ten minutes', async () => {
  const check = (n: number, address: string) =>
    testApp.accounts.registration
      .verify({ ...number(`6114${1000 + n}`), code: '123450', partner: 'anyplex' }, from({ address }))
      .catch(({ code }: { code: string }) => code)
  const codes = []
  for (let n = 0; n < 31; n++) codes.push(await check(n, '198.51.100.77'))
  expect(codes.filter((code) => code === 'WRONG_CODE')).toHaveLength(30)
  expect(codes.at(-1)).toBe('TOO_MANY_TRIES')
  expect(await check(40, '198.51.100.78')).toBe('WRONG_CODE')
})

test('a flood of refused requests and checks needs no statement', async () => {
  const address = '198.51.100.79'
  const check = () =>
    testApp.accounts.registration
      .verify({ ...number('61150001'), code: '123450', partner: 'anyplex' }, from({ address }))
      .catch(({ code }: { code: string }) => code)
  for (let n = 0; n < 10; n++) await start(`6116000${n}`, address)
  for (let n = 0; n < 30; n++) await check()
  const refused = () => start('61160010', address).catch(({ code }: { code: string }) => code)
  expect([await refused(), await check()]).toEqual(['TOO_MANY_TRIES', 'TOO_MANY_TRIES'])
  testApp.takeQueries()
  expect([await refused(), await check()]).toEqual(['TOO_MANY_TRIES', 'TOO_MANY_TRIES'])
  expect(testApp.takeQueries()).toEqual([])
})
