/**
 * What an edge checks of a playback URL. One source for nginx (njs 0.7.9 and newer, so: no destructuring, no named exports) and the
 * CDN's worker; it reads no clock, no key and no file.
 *
 *   /v/{payload}.{key number}.{signature for edges}.{signature for Harbour}/{asset}/{file}
 *
 * A grant without a key number, or with one that this edge does not have, is Harbour's to check.
 */

const UNDER_GRANT = /^\/v\/([\w.-]{1,540})\/([A-Za-z0-9][\w-]{0,63})\/([\w./-]{1,90})$/
const FOR_EDGES = /^([\w-]{16,480})\.([1-9]\d{0,5})\.([\w-]{22})\.[\w-]{22}$/

/** Files that a grant opens by its signature alone. Playlists and keys are Harbour's. */
const MEDIA = [
  /^[a-z][\w-]{0,40}\/\d{5,7}\.m4s$/,
  /^[a-z][\w-]{0,40}\/init\.mp4$/,
  /^(?:storyboard|sub-[\w-]{1,35})\/[a-zA-Z][\w-]{0,40}\.vtt$/,
  /^storyboard\/\d{1,4}\.jpg$/,
]

const HARBOUR = { is: 'harbour' }
const REFUSED = { is: 'refused' }

/**
 * @param {string} target the path as it was requested, undecoded; a query is ignored
 * @returns what is to be checked; null for what Harbour answers
 */
function read(target) {
  const query = target.indexOf('?')
  const parts = UNDER_GRANT.exec(query < 0 ? target : target.slice(0, query))
  if (!parts) return null
  const file = parts[3]
  const isMedia = MEDIA.some(function (shape) {
    return shape.test(file)
  })
  if (!isMedia) return null
  const grant = FOR_EDGES.exec(parts[1])
  if (!grant) return null
  return {
    asset: parts[2],
    file: file,
    payload: grant[1],
    keyId: grant[2],
    signed: grant[1] + '.' + grant[2],
    signature: grant[3],
  }
}

/**
 * @param asked what `read` returned
 * @param {{ expected: string, payload: string }} facts the first 16 bytes of the HMAC-SHA256 of `signed` by the edge's key, in
 * base64url, and the decoded payload
 * @param {number} nowSeconds
 * @returns `segment` with the object's name and the title, `refused` (403), or `harbour`
 */
function decide(asked, facts, nowSeconds) {
  if (!isSame(asked.signature, facts.expected)) return REFUSED
  const fields = JSON.parse(facts.payload)
  if (fields[0] !== asked.asset || !(nowSeconds < fields[8])) return REFUSED
  // A name that is no part of a path: Harbour knows it.
  if (!/^[\w-]{1,64}$/.test(fields[1])) return HARBOUR
  return { is: 'segment', object: 'a/' + asked.asset + '/' + asked.file, program: fields[1] }
}

/** In a time that tells nothing of where they differ. */
function isSame(given, expected) {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at)
  return difference === 0
}

export default { read: read, decide: decide, HARBOUR: HARBOUR, REFUSED: REFUSED }
