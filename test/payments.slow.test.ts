import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { type RunningHarbour, startHarbour } from './support/harbour.ts'

let harbour: RunningHarbour
beforeAll(async () => {
  harbour = await startHarbour({ env: { HARBOUR_DEMO: '0' } })
})
afterAll(() => harbour.stop())

async function call<T = Record<string, unknown>>(path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(harbour.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ language: 'en_US', ...body }),
  })
  return (await answer.json()) as T
}

async function sms(mobileno: string): Promise<string> {
  const answer = await fetch(`${harbour.url}/dev/outbox?to=${encodeURIComponent(`+852${mobileno}`)}`)
  const { list } = (await answer.json()) as { list: { text: string }[] }
  return /\b\d{6}\b/.exec(list[0]?.text ?? '')?.[0] ?? ''
}

async function register(mobileno: string): Promise<string> {
  await call('/api/register2.action', { mobileno, areaCode: '852', agreeTerms: true, agreePrivacy: true })
  await expect.poll(() => sms(mobileno), { timeout: 10_000 }).not.toBe('')
  const code = await sms(mobileno)
  const { verificationToken } = await call<{ verificationToken: string }>('/api/checkVerificationCode.action', {
    mobileno,
    areaCode: '852',
    code,
  })
  const details = { name: '陳大文', email: 'a@example.com', birthday: '1990-05-12', gender: 'female' }
  return (await call<{ token: string }>('/api/register3', { verificationToken, ...details })).token
}

type Started = { outTradeNo: string; nextAction: { url: string } }

const start = (token: string, provider: string) =>
  call<Started>(
    '/api/setupPaypal.action',
    {
      amount: 5_000,
      purpose: 'credits',
      purposeId: 'credits-50',
      provider,
      continueURL: `${harbour.url}/#/paypiont`,
      cancelURL: `${harbour.url}/#/paypiont`,
    },
    token,
  )

const choose = (url: string, choice: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) })

const statusOf = async (token: string, outTradeNo: string) =>
  (await call<{ status: string }>('/api_v2/payment/status', { outTradeNo }, token)).status

const advance = (duration: string) =>
  fetch(`${harbour.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  })

test('a member tops up with the sandbox that npm start runs, which has every kind; the clock moves the sandbox too', async () => {
  const token = await register('96123456')
  const packs = await call<{ list: { packId: string; providers: string[] }[] }>('/api_v2/payment/packs', {}, token)
  expect(packs.list.map(({ packId }) => packId)).toEqual(['credits-50', 'credits-100', 'credits-200', 'credits-500'])
  expect(packs.list[0]!.providers).toEqual([...PAYMENT_KINDS])

  // The browser never returns: the callback alone pays.
  const paypal = await start(token, 'paypal')
  await choose(paypal.nextAction.url, 'approve')
  await expect.poll(() => statusOf(token, paypal.outTradeNo), { timeout: 20_000 }).toBe('paid')

  // The provider completes it ten minutes later, and calls back while the clock moves.
  const late = await start(token, 'alipay')
  await choose(late.nextAction.url, 'delay')
  expect(await statusOf(token, late.outTradeNo)).toBe('pending')
  await advance('PT11M')
  expect(await statusOf(token, late.outTradeNo)).toBe('paid')

  const wallet = await call<{ credits: number }>('/api_v2/wallet', {}, token)
  expect(wallet.credits).toBe(100)
})

test('the pages may post a form to the sandbox, which plays Payment Asia', async () => {
  const page = await fetch(harbour.url)
  const token = await register('96123457')
  const { nextAction } = await start(token, 'payasia')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`form-action 'self' ${new URL(nextAction.url).origin}`)
})
