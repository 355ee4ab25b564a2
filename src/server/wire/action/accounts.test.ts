import { expect, test } from 'vitest'
import { errors, fieldErrors, fieldRules } from '#text/en_US/errors.ts'
import { PASSWORD } from '../../../../test/support/accounts.ts'
import { serveAccounts } from '../../../../test/support/accounts-http.ts'

const { call, callJson, logIn, testApp, http } = serveAccounts()

test('a registration leads from the first SMS to the member’s own page', async () => {
  const number = { mobileno: '6555 0001', areaCode: '852' }
  const device = 'serial-1'
  expect(await callJson('register2.action', { ...number, agreeTerms: true, agreePrivacy: true })).toEqual({
    result: 'SUCCESS',
    waitSeconds: 60,
  })
  const code = await testApp().lastCode('+85265550001')
  const { verificationToken } = await callJson('checkVerificationCode.action', { ...number, code }, { device })
  const details = { name: 'Chan', email: 'chan@example.com', birthday: '2000-01-01', gender: 'male' }
  const session = await callJson('register3', { verificationToken, ...details }, { device })
  expect(session).toMatchObject({
    result: 'SUCCESS',
    partner: 'anyplex',
    userId: expect.any(String),
    token: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { profile } = await callJson('userProfile.action', {}, session)
  expect(profile).toEqual({
    contractStatus: 'disabled',
    partner: 'anyplex',
    pointsMonthly: 0,
    pointsRecharge: 0,
    tickets: 0,
    name: 'Chan',
    mobileno: '65550001',
    areaCode: '852',
    email: 'chan@example.com',
    emailValid: false,
    birthday: '2000-01-01',
    gender: 'male',
    genres: [],
    extraCredits: 0,
    trialEligible: true,
    parentalStatus: 'on',
    quality: 'auto',
    language: 'en_US',
    agreeMarketing: false,
  })
  expect(await callJson('userInfo.action', {}, session)).toEqual({ result: 'SUCCESS', tickets: 0, ticketList: [] })
  const { customer } = await callJson('ObtainCustomerDetails.action', {}, session)
  expect(customer).toMatchObject({
    userId: session.userId,
    bindings: [],
    agreements: [{ kind: 'terms' }, { kind: 'privacy' }],
  })
  expect(await callJson('ObtainCustomerDetailsCLP.action', {}, session)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  const list = await callJson('messageList.action', {}, session)
  expect(list).toMatchObject({
    total: 1,
    unread: 1,
    pageSize: 25,
    list: [{ title: 'Welcome to Harbour', read: false }],
  })
  await callJson('readMessages.action', { messageIds: [list.list[0].messageId] }, session)
  expect(await callJson('messageList.action', {}, session)).toMatchObject({ unread: 0 })
})

test.each([
  ['register2.action', { mobileno: '21234567', agreeTerms: true, agreePrivacy: true }, { mobileno: fieldRules.MOBILE }],
  ['register2.action', { mobileno: '123', agreeTerms: true, agreePrivacy: true }, { mobileno: fieldRules.MOBILE }],
  [
    'register2.action',
    { mobileno: '65550001', agreeTerms: false, agreePrivacy: true },
    { agreeTerms: fieldRules.AGREE },
  ],
  ['login.action', {}, { mobileno: 'This is required.', password: 'This is required.' }],
  ['checkVerificationCode.action', { mobileno: '65550001', code: '12' }, { code: fieldRules.SMS_CODE }],
  [
    'register3',
    { verificationToken: 'x', name: ' ', email: 'a@', birthday: '2000-02-30', gender: 'x' },
    {
      name: 'This is required.',
      email: fieldRules.EMAIL,
      birthday: fieldRules.BIRTHDAY,
      gender: fieldErrors.wrongChoice(['female', 'male']),
    },
  ],
  [
    'resetPassword.action',
    { mobileno: '65550001', code: '123450', newPassword: '123456', confirmPassword: '123456' },
    { newPassword: fieldRules.OBVIOUS_PASSWORD },
  ],
  [
    'resetPassword.action',
    { mobileno: '65550001', code: '123450', newPassword: '840271', confirmPassword: '840272' },
    { confirmPassword: fieldRules.PASSWORDS_DIFFER },
  ],
  [
    'resetPassword.action',
    { mobileno: '65550001', code: '123450', newPassword: '65550001', confirmPassword: '65550001' },
    { newPassword: fieldRules.OBVIOUS_PASSWORD },
  ],
])('%s %j is refused at its fields', async (path, payload, fields) => {
  const response = await call(path, payload)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ errorCode: 'INVALID_INPUT', fields })
})

test('known and unknown numbers answer byte for byte the same', async () => {
  await testApp().aMember('65550006')
  const calls: [string, object][] = [
    ['login.action', { password: '999000' }],
    ['register2.action', { agreeTerms: true, agreePrivacy: true }],
    ['checkVerificationCode.action', { code: '000000' }],
    ['resetPassword.action', { code: '000000', newPassword: '840271', confirmPassword: '840271' }],
  ]
  for (const [path, payload] of calls) {
    const [known, unknown] = await Promise.all(
      ['65550006', '65550007'].map((mobileno) => call(path, { mobileno, ...payload })),
    )
    expect([path, known!.statusCode, known!.body]).toEqual([path, unknown!.statusCode, unknown!.body])
  }
  testApp().clock.advance('PT1M')
  const [known, unknown] = [
    await call('getResetPasswordCode.action', { mobileno: '65550006' }),
    await call('getResetPasswordCode.action', { mobileno: '65550007' }),
  ]
  expect(known.body).toBe(unknown.body)
})

test('the reset code is requested by POST only', async () => {
  const response = await http().app.inject({ url: '/api/getResetPasswordCode.action?mobileno=65550008' })
  expect([response.statusCode, response.json().errorCode]).toEqual([405, 'METHOD_NOT_ALLOWED'])
})

test('details change, an e-mail address is verified, a wrong password is told at its field', async () => {
  await testApp().aMember('65550009')
  const session = await logIn('65550009')
  const changed = await callJson(
    'updateUserProfile.action',
    { email: 'new@example.com', genres: ['drama'], quality: 'medium' },
    session,
  )
  expect(changed.profile).toMatchObject({
    email: 'new@example.com',
    emailValid: false,
    genres: ['drama'],
    quality: 'medium',
    name: '陳大文',
  })
  expect(await callJson('sendEmailCode.action', {}, session)).toEqual({ result: 'SUCCESS', waitSeconds: 60 })
  await testApp().messages.sendDue()
  const { to, text } = testApp().mail.sent.at(-1)!
  expect(to).toBe('new@example.com')
  const verified = await callJson('verifyEmail.action', { code: /\b\d{6}\b/.exec(text)![0] }, session)
  expect(verified.profile).toMatchObject({ emailValid: true })
  const wrong = await callJson(
    'changePassword.action',
    { currentPassword: '999000', newPassword: '739104', confirmPassword: '739104' },
    session,
  )
  expect(wrong).toMatchObject({
    errorCode: 'WRONG_CREDENTIALS',
    message: errors.WRONG_CREDENTIALS({ of: 'password' }),
    fields: { currentPassword: fieldRules.WRONG_PASSWORD },
  })
})

test('closing and reopening say until when', async () => {
  await testApp().aMember('65550010')
  const session = await logIn('65550010')
  const { closesAt } = await callJson('closeAccount.action', { password: PASSWORD }, session)
  expect(closesAt).toBe(
    testApp()
      .clock.now()
      .add({ hours: 14 * 24 })
      .toString(),
  )
  expect((await callJson('userProfile.action', {}, session)).profile).toMatchObject({ closesAt })
  expect(await callJson('reopenAccount.action', {}, session)).toEqual({ result: 'SUCCESS' })
  expect((await callJson('userProfile.action', {}, session)).profile).not.toHaveProperty('closesAt')
})
