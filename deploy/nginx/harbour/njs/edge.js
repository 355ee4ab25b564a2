/** nginx's side of grants.js, and signatures for a private S3 store. The variables of http.conf are made here. */

import crypto from 'crypto'
import grants from 'grants.js'

/** 128 bits (RFC 2104 5). */
const SIGNATURE_BYTES = 16

/** nginx makes a context of these variables for each request. */
let decided

function decide(r) {
  if (r.method !== 'GET' && r.method !== 'HEAD') return grants.HARBOUR
  const asked = grants.read(r.variables.request_uri)
  const key = asked && edgeKeys[asked.keyId]
  if (!key) return grants.HARBOUR
  const hmac = crypto.createHmac('sha256', Buffer.from(key, 'base64url')).update(asked.signed).digest()
  const facts = {
    expected: hmac.slice(0, SIGNATURE_BYTES).toString('base64url'),
    payload: Buffer.from(asked.payload, 'base64url').toString(),
  }
  return grants.decide(asked, facts, Date.now() / 1000)
}

function decisionOf(r) {
  if (decided === undefined) decided = decide(r)
  return decided
}

/** `segment`, `refused` or `harbour`. */
function is(r) {
  return decisionOf(r).is
}

/** Of a segment: its name in the store. */
function object(r) {
  return decisionOf(r).object || ''
}

/** Of a segment: the title that the grant is for. */
function program(r) {
  return decisionOf(r).program || ''
}

let now

/** `20261130T080000Z` */
function storeDate() {
  if (now === undefined) now = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '')
  return now
}

/** AWS Signature Version 4 of a GET without a body. Empty for a store that anyone may read from here. */
function storeAuthorization(r) {
  if (!edgeStore.secretAccessKey) return ''
  const at = storeDate()
  const day = at.slice(0, 8)
  const scope = day + '/' + edgeStore.region + '/s3/aws4_request'
  const headers = 'host;x-amz-content-sha256;x-amz-date'
  const canonical = [
    'GET',
    r.variables.store_path,
    '',
    'host:' + r.variables.store_host,
    'x-amz-content-sha256:UNSIGNED-PAYLOAD',
    'x-amz-date:' + at,
    '',
    headers,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', at, scope, crypto.createHash('sha256').update(canonical).digest('hex')].join('\n')
  let key = Buffer.from('AWS4' + edgeStore.secretAccessKey)
  ;[day, edgeStore.region, 's3', 'aws4_request'].forEach(function (part) {
    key = crypto.createHmac('sha256', key).update(part).digest()
  })
  const signature = crypto.createHmac('sha256', key).update(text).digest('hex')
  const credential = edgeStore.accessKeyId + '/' + scope
  return 'AWS4-HMAC-SHA256 Credential=' + credential + ', SignedHeaders=' + headers + ', Signature=' + signature
}

export default {
  is: is,
  object: object,
  program: program,
  storeDate: storeDate,
  storeAuthorization: storeAuthorization,
}
