const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067

/**
 * Reads an EBML size (RFC 8794 section 4): the position of its first set bit gives its length, all bits set mean unknown.
 * @returns null if there are not enough bytes
 */
function sizeAt(bytes: Buffer, start: number): { size: number | null; end: number } | null {
  const first = bytes[start]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (start + length > bytes.length) return null
  let size = first & (0xff >> length)
  let isUnknown = size === 0xff >> length
  for (const byte of bytes.subarray(start + 1, start + length)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { size: isUnknown ? null : size, end: start + length }
}

/**
 * Size in bytes that the head of a Matroska or WebM file claims for the whole file; null for other files, and for the
 * unknown size that recorders write.
 */
export function claimedSize(head: Buffer): number | null {
  if (head.length < 8 || head.readUInt32BE(0) !== EBML) return null
  const header = sizeAt(head, 4)
  const segment = header?.size == null ? 0 : header.end + header.size
  if (segment === 0 || segment + 4 > head.length || head.readUInt32BE(segment) !== SEGMENT) return null
  const content = sizeAt(head, segment + 4)
  return content?.size == null ? null : content.end + content.size
}
