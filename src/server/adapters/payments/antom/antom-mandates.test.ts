import { beforeEach, describe, expect, test } from 'vitest'
import { aMandate } from '../../../../../test/support/mandates.ts'
import type { AntomBody } from './antom-client.ts'
import { createAntomMandates, readAuthorization } from './antom-mandates.ts'

const AGREEMENT_ID = '0123456789abcdef0123456789abcdef'
const ORDER_ID = 'fedcba9876543210fedcba9876543210'
const mandate = aMandate(AGREEMENT_ID)
const granted = { ...mandate, credentials: JSON.stringify({ accessToken: 'TOKEN', refreshToken: 'REFRESH' }) }
const catalogue = { find: async () => undefined, keep: async (_: string, reference: string) => reference }

let sent: { call: string; fields: Record<string, unknown> }[]
/** Responses by call; undefined: no answer, or one whose signature is wrong. */
let responses: Record<string, AntomBody | undefined>
beforeEach(() => {
  sent = []
  responses = {}
})
const antom = createAntomMandates(
  {
    clientId: 'CLIENT',
    privateKey: '',
    publicKey: '',
    apiBase: 'https://antom.test',
    notifyUrl: 'https://harbour.test/hooks/antom',
    sandbox: false,
  },
  async (call, fields) => {
    sent.push({ call, fields: fields as Record<string, unknown> })
    return responses[call]
  },
)

const done = { result: { resultStatus: 'S', resultCode: 'SUCCESS' } }
const refused = (resultCode: string) => ({ result: { resultStatus: 'F', resultCode } })
const form = { codeDetails: [{ displayType: 'TEXT', codeValue: 'https://qr.test' }] }

describe('consult', () => {
  test('names our agreement as its state, and the price', async () => {
    await antom.setup(mandate, catalogue)
    expect(sent[0]).toMatchObject({
      call: 'authorizations/consult',
      fields: {
        customerBelongsTo: 'ALIPAY_HK',
        scopes: ['AGREEMENT_PAY'],
        authState: AGREEMENT_ID,
        authRedirectUrl: mandate.continueUrl,
        amount: { currency: 'HKD', value: '8800' },
        env: { terminalType: 'WEB' },
        authNotifyUrl: 'https://harbour.test/hooks/antom',
      },
    })
  })

  test.each([
    ['web', { authUrl: 'https://a.test' }, { type: 'redirect', url: 'https://a.test' }],
    ['web', { normalUrl: 'https://n.test' }, { type: 'redirect', url: 'https://n.test' }],
    ['web', { normalUrl: 'https://n.test', authUrl: 'https://a.test' }, { type: 'redirect', url: 'https://n.test' }],
    [
      'web',
      { authUrl: 'https://a.test', authCodeForm: form },
      { type: 'qr', qrText: 'https://qr.test', url: 'https://a.test' },
    ],
    ['wap', { authUrl: 'https://a.test', applinkUrl: 'https://app.test' }, { type: 'app', url: 'https://app.test' }],
    ['wap', { normalUrl: 'https://n.test', authCodeForm: form }, { type: 'redirect', url: 'https://n.test' }],
  ] as const)('on %s, answered with %j, leads to %j', async (terminal, fields, action) => {
    responses['authorizations/consult'] = { ...done, ...fields }
    expect(await antom.setup({ ...mandate, terminal }, catalogue)).toEqual({
      outcome: 'accepted',
      providerReference: null,
      action,
    })
  })

  test.each([
    [undefined, 'unknown'],
    [refused('PARAM_ILLEGAL'), 'refused'],
    [{ result: { resultStatus: 'U' } }, 'unknown'],
    [done, 'unknown'],
  ])('answered with %j is %s', async (answer, outcome) => {
    responses['authorizations/consult'] = answer
    expect(await antom.setup(mandate, catalogue)).toMatchObject({ outcome })
  })
})

describe('applyToken', () => {
  const token = {
    ...done,
    accessToken: 'TOKEN',
    accessTokenExpiryTime: '2027-05-21T00:00:00+08:00',
    refreshToken: 'REFRESH',
    userLoginId: 'payer',
  }
  const credentials = {
    secret: JSON.stringify({ accessToken: 'TOKEN', refreshToken: 'REFRESH' }),
    token: 'TOKEN',
    expiresAt: Temporal.Instant.from('2027-05-20T16:00:00Z'),
  }

  test('makes a token of a code', async () => {
    responses['authorizations/applyToken'] = token
    expect(await antom.exchange(mandate, { code: 'CODE' })).toEqual({
      state: 'active',
      payerReference: 'payer',
      credentials,
    })
    expect(sent[0]!.fields).toEqual({
      grantType: 'AUTHORIZATION_CODE',
      customerBelongsTo: 'ALIPAY_HK',
      authCode: 'CODE',
    })
  })

  test.each([
    [{ userLoginId: '91234567' }, '91234567'],
    [{ userLoginId: '91234567', userId: 'U1' }, 'U1'],
    [{ userLoginId: '912****7', userId: 'U1' }, 'U1'],
    // What is masked is that of several payers.
    [{ userLoginId: '912****7' }, undefined],
    [{}, undefined],
  ])('names the payer of %j: %s', async (payer, payerReference) => {
    const { userLoginId: _, ...rest } = token
    responses['authorizations/applyToken'] = { ...rest, ...payer }
    expect(await antom.exchange(mandate, { code: 'CODE' })).toMatchObject({ payerReference })
  })

  test('the callback names the payer of a token: the query of Antom does not', async () => {
    const { userLoginId: _, ...rest } = token
    responses['authorizations/query'] = { ...rest, tokenStatusType: 'ACTIVE' }
    const notice = {
      authorizationNotifyType: 'TOKEN_CREATED',
      authState: AGREEMENT_ID,
      accessToken: 'TOKEN',
      userId: 'U1',
    }
    const { mandateCode } = readAuthorization(Buffer.from(JSON.stringify(notice)))!
    expect(await antom.exchange(mandate, mandateCode!)).toEqual({ state: 'active', payerReference: 'U1', credentials })
  })

  test('without a refresh token is used as long as it works', async () => {
    responses['authorizations/applyToken'] = { ...token, refreshToken: undefined } as AntomBody
    expect(await antom.exchange(mandate, { code: 'CODE' })).toMatchObject({ credentials: { expiresAt: null } })
  })

  test.each([
    [undefined, 'unknown'],
    [done, 'unknown'],
    [refused('UNKNOWN_EXCEPTION'), 'unknown'],
    // Exchanged before, the answer lost: a notification names the token.
    [refused('USED_CODE'), 'open'],
    [refused('INVALID_CODE'), 'declined'],
  ])('answered with %j is %s', async (answer, state) => {
    responses['authorizations/applyToken'] = answer
    expect(await antom.exchange(mandate, { code: 'CODE' })).toMatchObject({ state })
  })

  test('a token that a notification names is looked up', async () => {
    responses['authorizations/query'] = { ...token, tokenStatusType: 'ACTIVE' }
    expect(await antom.exchange(mandate, { token: 'TOKEN' })).toMatchObject({ state: 'active', credentials })
    expect(sent).toEqual([{ call: 'authorizations/query', fields: { accessToken: 'TOKEN' } }])
  })

  test('refreshes by the refresh token', async () => {
    responses['authorizations/applyToken'] = { ...token, accessToken: 'NEW' }
    expect(await antom.refresh(granted)).toMatchObject({ state: 'active', credentials: { token: 'NEW' } })
    expect(sent[0]!.fields).toMatchObject({ grantType: 'REFRESH_TOKEN', refreshToken: 'REFRESH' })
  })

  test.each([
    [undefined, undefined, 'unknown'],
    [refused('REQUEST_TRAFFIC_EXCEED_LIMIT'), undefined, 'unknown'],
    // The answer to an earlier refresh may have been lost.
    [refused('INVALID_REFRESH_TOKEN'), { ...done, tokenStatusType: 'ACTIVE' }, 'unknown'],
    [refused('INVALID_REFRESH_TOKEN'), undefined, 'unknown'],
    [refused('INVALID_REFRESH_TOKEN'), refused('INVALID_ACCESS_TOKEN'), 'ended'],
  ])('a refresh answered with %j, its token with %j, is %s', async (refresh, query, state) => {
    responses = { 'authorizations/applyToken': refresh, 'authorizations/query': query }
    expect(await antom.refresh(granted)).toEqual({ state })
  })
})

test.each([
  [{ ...done, tokenStatusType: 'ACTIVE' }, 'active'],
  [{ ...done, tokenStatusType: 'CANCELED' }, 'ended'],
  [{ ...done, tokenStatusType: 'OTHER' }, 'unknown'],
  [refused('INVALID_ACCESS_TOKEN'), 'ended'],
  [refused('UNKNOWN_EXCEPTION'), 'unknown'],
  [undefined, 'unknown'],
])('a token queried, answered with %j, is %s', async (answer, state) => {
  responses['authorizations/query'] = answer
  expect(await antom.query(granted)).toEqual({ state })
})

test('before a token exists nothing is requested', async () => {
  expect(await antom.query(mandate)).toEqual({ state: 'open' })
  expect(await antom.end(mandate)).toBe(true)
  expect(sent).toEqual([])
})

test.each([
  [done, true],
  [refused('INVALID_ACCESS_TOKEN'), true],
  [refused('UNKNOWN_EXCEPTION'), false],
  [{ result: { resultStatus: 'U' } }, false],
  [undefined, false],
])('a revocation answered with %j is confirmed: %s', async (answer, confirmed) => {
  responses['authorizations/revoke'] = answer
  expect(await antom.end(granted)).toBe(confirmed)
})

describe('a charge', () => {
  const order = {
    orderId: ORDER_ID,
    amountCents: 8_800,
    currency: 'HKD',
    providerReference: null,
    description: 'Entertainment Pass, one month',
  }

  test('is a payment with the token, under our id', async () => {
    await antom.charge(granted, order)
    expect(sent[0]).toMatchObject({
      call: 'payments/pay',
      fields: {
        productCode: 'AGREEMENT_PAYMENT',
        paymentRequestId: ORDER_ID,
        paymentAmount: { currency: 'HKD', value: '8800' },
        paymentMethod: { paymentMethodType: 'ALIPAY_HK', paymentMethodId: 'TOKEN' },
        paymentNotifyUrl: 'https://harbour.test/hooks/antom',
      },
    })
  })

  test.each([
    [
      { ...done, paymentId: 'A1', paymentAmount: { currency: 'HKD', value: '8800' } },
      { state: 'succeeded', amountCents: 8_800, currency: 'HKD', paymentReference: 'A1' },
    ],
    [{ result: { resultStatus: 'U', resultCode: 'PAYMENT_IN_PROCESS' } }, { state: 'open' }],
    [{ result: { resultStatus: 'U', resultCode: 'UNKNOWN_EXCEPTION' } }, { state: 'unknown' }],
    [refused('USER_BALANCE_NOT_ENOUGH'), { state: 'failed' }],
    [refused('INVALID_ACCESS_TOKEN'), { state: 'failed', because: 'credentials' }],
    // What was refused may still be what an earlier request has paid.
    [refused('REPEAT_REQ_INCONSISTENT'), { state: 'unknown' }],
    [refused('REQUEST_TRAFFIC_EXCEED_LIMIT'), { state: 'unknown' }],
    [undefined, { state: 'unknown' }],
    [done, { state: 'unknown' }],
  ])('answered with %j is %j', async (answer, expected) => {
    responses['payments/pay'] = answer
    expect(await antom.charge(granted, order)).toEqual(expected)
  })

  test('without a token charges nothing', async () => {
    expect(await antom.charge(mandate, order)).toEqual({ state: 'failed', because: 'credentials' })
    expect(sent).toEqual([])
  })
})

test.each([
  [
    { authorizationNotifyType: 'AUTHCODE_CREATED', authState: AGREEMENT_ID, authCode: 'CODE' },
    { agreementId: AGREEMENT_ID, mandateCode: { code: 'CODE' } },
  ],
  [
    { authorizationNotifyType: 'TOKEN_CREATED', authState: AGREEMENT_ID, accessToken: 'TOKEN' },
    { agreementId: AGREEMENT_ID, mandateCode: { token: 'TOKEN' } },
  ],
  [
    { authorizationNotifyType: 'TOKEN_CANCELED', accessToken: 'TOKEN' },
    { token: 'TOKEN', isEnded: true },
  ],
  [{ authorizationNotifyType: 'AUTHCODE_CREATED', authState: 'not ours', authCode: 'CODE' }, undefined],
  [{ authorizationNotifyType: 'AUTHCODE_CREATED', authState: AGREEMENT_ID }, undefined],
  [{ authorizationNotifyType: 'TOKEN_CANCELED' }, undefined],
  [{ notifyType: 'PAYMENT_RESULT' }, undefined],
])('the notification %j says %j', (body, expected) => {
  expect(readAuthorization(Buffer.from(JSON.stringify(body)))).toEqual(expected)
})
