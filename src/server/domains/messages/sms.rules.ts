/** The characters of GSM 03.38: one septet each; those of the extension take two. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '^{}\\[~]|€'

/** Characters of a single segment, and of each segment of a longer message, which carries a header (3GPP TS 23.040). */
const SEGMENT = { gsm: { one: 160, several: 153 }, ucs2: { one: 70, several: 67 } } as const

export type SmsEncoding = keyof typeof SEGMENT

export function segmentsOf(text: string): { encoding: SmsEncoding; segments: number } {
  const characters = [...text]
  const isGsm = characters.every((character) => GSM.includes(character) || GSM_EXTENDED.includes(character))
  const encoding = isGsm ? 'gsm' : 'ucs2'
  const length = isGsm ? characters.reduce((sum, character) => sum + (GSM.includes(character) ? 1 : 2), 0) : text.length
  const { one, several } = SEGMENT[encoding]
  return { encoding, segments: length <= one ? 1 : Math.ceil(length / several) }
}
