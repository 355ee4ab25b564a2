import { deriveEdgeKey } from '#server/domains/playback/edge-keys.rules.ts'
import { type Grant, grantKey, signGrant } from '#server/domains/playback/grants.rules.ts'

export const MASTER_KEY = Buffer.alloc(32, 7)
/** Key 1 is older than what the edges have; key 4 is not there yet. */
export const EDGE_KEYS = [2, 3]

export const edgeKeysJson = (): Record<string, string> =>
  Object.fromEntries(EDGE_KEYS.map((id) => [id, Buffer.from(deriveEdgeKey(MASTER_KEY, id).key).toString('base64url')]))

export interface EdgeVector {
  readonly name: string
  readonly path: string
  readonly is: 'segment' | 'refused' | 'harbour'
}

const grant: Grant = {
  assetId: 'asset1',
  programId: 'neon',
  programGuid: 'neon.s1e2',
  kind: 'movie',
  kids: false,
  unlocked: false,
  parentalVersion: 0,
  accountId: null,
  sessionId: null,
  profileId: null,
  streamSlotRequiredFrom: null,
  seat: null,
  expiresAt: 0,
}

/** @param keyId null: as before there were edges */
export function grantOf(nowSeconds: number, keyId: number | null = 2, change: Partial<Grant> = {}): string {
  const edge = keyId === null ? undefined : deriveEdgeKey(MASTER_KEY, keyId)
  return signGrant(grantKey(MASTER_KEY), { ...grant, expiresAt: nowSeconds + 3600, ...change }, edge)
}

const FILE = 'v720/00001.m4s'

/** What each kind of edge makes of a URL: the module in Node, nginx, and the CDN's worker. */
export function edgeVectors(nowSeconds: number): EdgeVector[] {
  const good = grantOf(nowSeconds)
  const under = (text: string, rest = `asset1/${FILE}`) => `/v/${text}/${rest}`
  const member = { accountId: 'acc1', sessionId: 'ses1', profileId: 'pro1', streamSlotRequiredFrom: nowSeconds }
  const longest = 'x'.repeat(64)
  const full = { ...member, programId: longest, programGuid: longest, parentalVersion: 99_999 }
  return [
    { name: 'a segment of a visitor', path: under(good), is: 'segment' },
    { name: 'a segment of a member', path: under(grantOf(nowSeconds, 2, member)), is: 'segment' },
    { name: 'a guest’s segment', path: under(grantOf(nowSeconds, 2, { seat: ['seat1', 3] })), is: 'segment' },
    { name: 'the longest ids', path: under(grantOf(nowSeconds, 2, full)), is: 'segment' },
    { name: 'the other key in rotation', path: under(grantOf(nowSeconds, 3)), is: 'segment' },
    { name: 'a query is ignored', path: `${under(good)}?language=en_US`, is: 'segment' },
    ...[
      'v720/init.mp4',
      'audio-0/1234567.m4s',
      'storyboard/storyboard.vtt',
      'storyboard/12.jpg',
      'sub-zh-Hant/zh-Hant.vtt',
    ].map((file) => ({ name: file, path: under(good, `asset1/${file}`), is: 'segment' as const })),
    { name: 'the last second', path: under(grantOf(nowSeconds, 2, { expiresAt: nowSeconds + 30 })), is: 'segment' },
    { name: 'expired', path: under(grantOf(nowSeconds, 2, { expiresAt: nowSeconds })), is: 'refused' },
    { name: 'of another asset', path: under(good, `asset2/${FILE}`), is: 'refused' },
    { name: 'signed by another master key', path: under(otherMaster(nowSeconds)), is: 'refused' },
    ...forgeries(good).map(([name, text]) => ({ name, path: under(text), is: 'refused' as const })),
    { name: 'a grant of an earlier release', path: under(grantOf(nowSeconds, null)), is: 'harbour' },
    { name: 'a key that the edge had before', path: under(grantOf(nowSeconds, 1)), is: 'harbour' },
    { name: 'a key that the edge has not yet', path: under(grantOf(nowSeconds, 4)), is: 'harbour' },
    { name: 'no number of a key', path: under(good.replace('.2.', '.02.')), is: 'harbour' },
    ...[
      'master.m3u8',
      'v720/index.m3u8',
      'key',
      'secret.txt',
      '../asset2/key',
      'v720/../key',
      'v720/1.m4s',
      'v720%2f00001.m4s',
    ].map((file) => ({ name: `${file} of a grant`, path: under(good, `asset1/${file}`), is: 'harbour' as const })),
    { name: 'an escaped asset', path: under(good, `%61sset1/${FILE}`), is: 'harbour' },
    { name: 'two slashes', path: `/${under(good)}`, is: 'harbour' },
    { name: 'no grant', path: `/v/asset1/${FILE}`, is: 'harbour' },
    { name: 'a grant of 541 characters', path: under('g'.repeat(541)), is: 'harbour' },
  ]
}

const otherMaster = (nowSeconds: number): string =>
  signGrant(
    grantKey(MASTER_KEY),
    { ...grant, expiresAt: nowSeconds + 3600 },
    { ...deriveEdgeKey(Buffer.alloc(32, 8), 2) },
  )

/** Each part of a grant, changed. The signature for Harbour is Harbour's to check. */
function forgeries(good: string): [name: string, text: string][] {
  const [payload = '', keyId = '', forEdges = '', forHarbour = ''] = good.split('.')
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
  const later = [...fields.slice(0, 8), Number(fields[8]) + 1, ...fields.slice(9)]
  const other = Buffer.from(JSON.stringify(later)).toString('base64url')
  const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  const text = (...parts: string[]) => parts.join('.')
  return [
    ['a later end', text(other, keyId, forEdges, forHarbour)],
    ['the other key’s number', text(payload, '3', forEdges, forHarbour)],
    ['the signature for Harbour instead', text(payload, keyId, forHarbour, forHarbour)],
    ...[0, 10, 21].map((at): [string, string] => [
      `character ${at} of the signature`,
      text(payload, keyId, flipped(forEdges, at), forHarbour),
    ]),
    [
      'a payload that is no JSON',
      text(Buffer.from('[1,2,3,4,5,6,7').toString('base64url'), keyId, forEdges, forHarbour),
    ],
  ]
}
