import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPrivateKey } from '../payment-adapter.ts'
import {
  answerContent,
  authorizationOf,
  genuinenessOf,
  openResource,
  readPlatformKeys,
  requestContent,
  type WechatResource,
} from './wechat-client.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/payments/${name}`, 'utf8')
const certificate = fixture('certificate.pem').replaceAll(/-----.*?-----|\s/g, '')
const SERIAL = '3EE52DC9C9E94CB370654F4B778A491EB9D95D50'
const keys = readPlatformKeys(`${SERIAL}=${certificate}`)
const signer = { mchId: '1900009191', serial: 'OURS', privateKey: readPrivateKey(fixture('key.pem')) }

const request = (content: string) => {
  const [method = '', path = '', timestamp = '', nonce = '', body = ''] = content.split('\n')
  return { method, path, timestamp, nonce, body }
}

test.each(['get', 'post'])('what we sign of a %s is laid out in five lines, and our signature is OpenSSL’s', (name) => {
  const content = fixture(`wechat-${name}-content.txt`)
  expect(requestContent(request(content))).toBe(content)
  expect(authorizationOf(request(content), signer)).toBe(
    `WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",timestamp="1554208460",serial_no="OURS",signature="${fixture(`wechat-${name}-signature.b64`)}"`,
  )
})

describe('what WeChat Pay sends', () => {
  const content = fixture('wechat-answer-content.txt')
  const [timestamp = '', nonce = '', body = ''] = content.split('\n')
  const headers: Record<string, string> = {
    'wechatpay-serial': SERIAL,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': fixture('wechat-answer-signature.b64'),
  }
  const now = Number(timestamp)
  const judge = (change: Record<string, string | undefined> = {}, text = body, at = now) =>
    genuinenessOf((name) => ({ ...headers, ...change })[name], text, { keys, now: at })

  test('is genuine with OpenSSL’s signature, for 300 seconds', () => {
    expect(answerContent(timestamp, nonce, body)).toBe(content)
    expect(judge()).toBe('genuine')
    expect(judge({}, body, now + 300)).toBe('genuine')
    expect(judge({}, body, now - 300)).toBe('genuine')
    expect(judge({ 'wechatpay-serial': SERIAL.toLowerCase() })).toBe('genuine')
  })

  test.each<[string, Record<string, string | undefined>, string?, number?]>([
    ['another body', {}, `${body} `],
    ['another nonce', { 'wechatpay-nonce': 'x' }],
    ['another time', { 'wechatpay-timestamp': String(now + 1) }],
    ['a clock 301 seconds ahead', {}, body, now - 301],
    ['a clock 301 seconds behind', {}, body, now + 301],
    ['a time that is no number', { 'wechatpay-timestamp': 'NaN' }],
    ['no signature', { 'wechatpay-signature': undefined }],
    ['an empty signature', { 'wechatpay-signature': '' }],
    ['a probe’s signature', { 'wechatpay-signature': `WECHATPAY/SIGNTEST/${headers['wechatpay-signature']}` }],
    ['no serial', { 'wechatpay-serial': undefined }],
  ])('with %s is forged', (_, change, text, at) => {
    expect(judge(change, text, at)).toBe('forged')
  })

  test('with a serial that we do not know is of an unknown key', () => {
    expect(judge({ 'wechatpay-serial': 'OTHER' })).toBe('unknownKey')
  })
})

describe('the platform’s keys', () => {
  test('are certificates or public keys, several of them', () => {
    const spki = [...keys.values()][0]!.export({ type: 'spki', format: 'der' }).toString('base64')
    const both = readPlatformKeys(`${SERIAL}=${certificate}, PUB_KEY_ID_0111=${spki}`)
    expect([...both.keys()]).toEqual([SERIAL, 'PUB_KEY_ID_0111'])
    expect(both.get('PUB_KEY_ID_0111')!.equals(both.get(SERIAL)!)).toBe(true)
  })

  test.each(['', 'nothing', 'SERIAL=', 'SERIAL=AAAA', certificate])('%# are not read from other text', (text) => {
    expect(() => readPlatformKeys(text)).toThrow(/no serial=key|neither a public key/)
  })
})

describe('a sealed resource', () => {
  const { apiKey, plaintext, resource } = JSON.parse(fixture('wechat-resource.json')) as {
    apiKey: string
    plaintext: string
    resource: Required<WechatResource>
  }

  test('is opened with the APIv3 key', () => {
    expect(openResource(resource, apiKey)).toBe(plaintext)
  })

  test.each([
    ['another key', resource, apiKey.replace('0', '1')],
    ['a key of another length', resource, apiKey.slice(1)],
    ['other associated data', { ...resource, associated_data: 'refund' }, apiKey],
    ['another nonce', { ...resource, nonce: 'fdasflkja485' }, apiKey],
    ['another algorithm', { ...resource, algorithm: 'AES' }, apiKey],
    ['a cut ciphertext', { ...resource, ciphertext: resource.ciphertext.slice(0, 40) }, apiKey],
    ['no ciphertext', { algorithm: 'AEAD_AES_256_GCM', nonce: 'x' }, apiKey],
    ['an empty ciphertext', { ...resource, ciphertext: '' }, apiKey],
  ])('with %s stays closed', (_, sealed, key) => {
    expect(openResource(sealed, key)).toBeUndefined()
  })
})
