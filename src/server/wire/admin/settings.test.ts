import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SETTING_NAMES } from '#contract/admin/settings.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let ada: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.signIn(await world.anOperator('administrator', 'care', 'finance'))
})

const save = async (name: string, value: unknown, version?: number) =>
  world.call('/settings/save', keyed({ name, value, version: version ?? (await find(name))?.version ?? 1 }), ada)
const find = async (name: string) => {
  const { list } = await world.call('/settings/find', {}, ada)
  return list.find((one: { name: string }) => one.name === name)
}

test.each([
  [
    'administrator',
    [
      'brand',
      'about',
      'contact',
      'apps',
      'limits',
      'refunds',
      'codes',
      'registration',
      'sms',
      'answers',
      'smsTexts',
      'mailTexts',
    ],
  ],
  ['care', ['comments', 'notice']],
  ['finance', ['payments']],
] as const)('%s finds, saves and reads the history of its own settings alone', async (role, names) => {
  const browser = await world.signIn(await world.anOperator(role))
  const { list } = await world.call('/settings/find', {}, browser)
  expect(list.map(({ name }: { name: string }) => name)).toEqual(names)
  for (const name of SETTING_NAMES) {
    const isOwn = (names as readonly string[]).includes(name)
    const expected = isOwn ? { result: 'SUCCESS' } : { errorCode: 'NOT_ALLOWED' }
    const { version } = await find(name)
    expect(await world.call('/settings/save', keyed({ name, value: null, version }), browser)).toMatchObject(expected)
    expect(await world.call('/settings/history', { name }, browser)).toMatchObject(expected)
  }
})

const LINKS = { appStore: 'https://apps.example.com/harbour', googlePlay: '', smartTv: '' }

test.each([
  'http://apps.example.com/harbour',
  'javascript:alert(1)',
  'data:text/html,x',
  '//apps.example.com',
  'apps.example.com',
  'https://',
  'https://localhost/app',
  'https://user:secret@apps.example.com/',
  'https://apps.example.com@evil.example/',
  `https://apps.example.com/${'a'.repeat(500)}`,
  'https://apps.example.com/a b\n',
])('the link %s is refused', async (appStore) => {
  const before = await find('apps')
  expect(await save('apps', { ...LINKS, appStore })).toMatchObject({ errorCode: 'INVALID_INPUT', status: 400 })
  expect(await find('apps')).toEqual(before)
})

test.each([
  ['brand', { zh_HK: '', en_US: 'Haven' }],
  ['brand', { zh_HK: '海'.repeat(31), en_US: 'Haven' }],
  ['brand', { zh_HK: '海\u202E映', en_US: 'Haven' }],
  ['brand', { zh_HK: '海映' }],
  ['contact', { email: 'not an address' }],
  ['limits', { streams: 0, streamsWithPlan: 2, smsPerDay: 10 }],
  ['limits', { streams: 2.5, streamsWithPlan: 2, smsPerDay: 10 }],
  ['limits', { streams: 2, streamsWithPlan: 21, smsPerDay: 10 }],
  ['registration', { closedUntil: 'tomorrow' }],
  ['payments', { paypal: '2026-12-01T10:00:00+08:00' }],
  ['notice', { zh_HK: '', en_US: 'Maintenance tonight', until: '2026-12-01T10:00:00+08:00' }],
  ['notice', { zh_HK: '今晚維護', en_US: ' ', until: '2026-12-01T10:00:00+08:00' }],
  ['notice', { zh_HK: '維'.repeat(161), en_US: 'Maintenance', until: '' }],
  ['notice', { zh_HK: '今晚\u202E維護', en_US: 'Maintenance', until: '' }],
  ['registration', { closedUntil: '2026-13-45T10:00:00+08:00' }],
  ['registration', { closedUntil: '2026-11-21T16:40:00Z' }],
  ['sms', { provider: 'terminal', until: '' }],
  ['sms', { provider: 'smpp', until: '2026-12-01T10:00:00+08:00' }],
  ['secrets', { key: 'x' }],
  ['brand', LINKS],
])('%s as %j is refused', async (name, value) => {
  expect(await save(name, value)).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

test('what is saved has the fields of its setting alone, without the spaces around them', async () => {
  expect(await save('apps', { ...LINKS, appStore: ` ${LINKS.appStore} `, owner: 'x' })).toMatchObject({
    result: 'SUCCESS',
  })
  expect((await find('apps')).value).toEqual(LINKS)
  expect(await save('limits', { streams: '3', streamsWithPlan: '4', smsPerDay: '0' })).toMatchObject({
    result: 'SUCCESS',
  })
  expect((await find('limits')).value).toEqual({ streams: 3, streamsWithPlan: 4, smsPerDay: 0 })
})

test('the history and the audit log say who changed it, and the default can be put back', async () => {
  const { default: byDefault, version } = await find('contact')
  await save('contact', { email: 'care@films.example.hk' }, version)
  await save('contact', null, version + 1)
  expect(await find('contact')).toMatchObject({ value: byDefault, isDefault: true, version: version + 2 })
  const { list } = await world.call('/settings/history', { name: 'contact' }, ada)
  expect(list.slice(0, 2)).toMatchObject([
    { version: version + 2, after: byDefault, isDefault: true, by: expect.stringMatching(/^operator:op-/) },
    { version: version + 1, before: byDefault, after: { email: 'care@films.example.hk' }, isDefault: false },
  ])
  const { list: entries } = await world.call('/audit/list', { filter: { subject: 'setting:contact' } }, ada)
  expect(entries[0]).toMatchObject({ action: 'change setting', before: { email: 'care@films.example.hk' } })
})

test('the console has another name once it is saved', async () => {
  await save('brand', { zh_HK: '海映', en_US: 'Haven' })
  await world.settings.refresh()
  expect((await world.call('/session/me', {}, ada)).brand).toEqual({ zh_HK: '海映', en_US: 'Haven' })
})

test('a limit of refunds is lowered alone, and raised by two administrators, also back to its default', async () => {
  const limits = { perOrder: 200, perAccount: 200, perOperator: 1_000 }
  expect((await save('refunds', { ...limits, perOrder: 50 })).approvalId).toBeUndefined()
  const asked = await save('refunds', { ...limits, perOrder: 51, perOperator: 10 })
  expect(asked).toMatchObject({ result: 'SUCCESS', approvalId: expect.any(String) })
  expect(await save('refunds', null)).toMatchObject({ approvalId: expect.any(String) })
  expect((await find('refunds')).value).toEqual({ ...limits, perOrder: 50 })
  const ben = await world.signIn(await world.anOperator('administrator'))
  expect(await world.call('/approvals/decide', keyed({ id: asked.approvalId, approve: true }), ben)).toMatchObject({
    outcome: 'approved',
  })
  expect((await find('refunds')).value).toEqual({ perOrder: 51, perAccount: 200, perOperator: 10 })
})

test.each([
  ['smsTexts', 'registerCode_en_US', '{brand}: your code'],
  ['smsTexts', 'registerCode_zh_HK', '【{brand}】驗證碼：{code} {password}'],
  ['smsTexts', 'welcome_en_US', '{brand}: {password}'],
  ['smsTexts', 'registerCode_en_US', `{brand} {code} ${'a'.repeat(300)}`],
  ['smsTexts', 'registerCode_en_US', '{brand}\u202E {code}'],
  ['mailTexts', 'emailCode_body_en_US', 'Hello\n{brand}'],
  ['mailTexts', 'accountData_body_zh_HK', '你好\n{brand}'],
  ['mailTexts', 'emailCode_subject_en_US', '{password}'],
] as const)('of %s the text %s as %j is refused', async (name, field, text) => {
  const { value } = await find(name)
  const answer = await save(name, { ...value, [field]: text })
  expect(answer).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect(Object.keys(answer.fields)).toEqual(['value'])
  expect((await find(name)).value).toEqual(value)
})

test('a text with all its parts is saved, and its history has it', async () => {
  const { value, version } = await find('smsTexts')
  const own = { ...value, registerCode_en_US: '{brand}: type {code}.' }
  expect(await save('smsTexts', own, version)).toMatchObject({ result: 'SUCCESS' })
  expect(await find('smsTexts')).toMatchObject({ value: own, isDefault: false })
  const { list } = await world.call('/settings/history', { name: 'smsTexts' }, ada)
  expect(list[0]).toMatchObject({ before: value, after: own })
})

test('SMS are switched to a provider that is set up, and to no other', async () => {
  const until = '2026-12-01T10:00:00+08:00'
  expect(await save('sms', { provider: 'twilio', until })).toMatchObject({ result: 'SUCCESS' })
  expect(await save('sms', { provider: 'smpp', until })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect((await find('sms')).value).toEqual({ provider: 'twilio', until })
})
