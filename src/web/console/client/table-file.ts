/**
 * What a spreadsheet saves a table in: UTF-8, UTF-16, Big5 where that is the computer's, or Windows-1252 (`São`), whose letters with an
 * accent stand alone among others.
 */
export async function readTable(file: Blob): Promise<string> {
  return decodeTable(new Uint8Array(await file.arrayBuffer()))
}

export function decodeTable(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be'
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(hasPairs(bytes) ? 'big5' : 'windows-1252').decode(bytes)
  }
}

const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80

/** Whether a character of two bytes is followed by another one, as in all Chinese text but single characters among Latin ones. */
function hasPairs(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    if (isHigh(bytes[at]) && (isHigh(bytes[at + 1]) || isHigh(bytes[at + 2]))) return true
  }
  return false
}
