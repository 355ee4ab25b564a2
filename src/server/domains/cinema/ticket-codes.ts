import { createHash, createHmac } from 'node:crypto'
import { TICKET_CODE_LENGTH } from '#contract/showtimes.ts'
import { deriveKey } from '#server/kit/keys.ts'

/** Without letters that are easily taken for digits; 32, so that a byte gives one without bias. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type TicketCodes = ReturnType<typeof createTicketCodes>

/** The codes that are shown at the cinema (60 bits): derived from the master key, so that a member sees them again and the database has only their hashes. */
export function createTicketCodes(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'cinema ticket code')
  const codeOf = (ticketId: string): string =>
    [...createHmac('sha256', key).update(ticketId).digest().subarray(0, TICKET_CODE_LENGTH)]
      .map((byte) => ALPHABET[byte & 31])
      .join('')
  /** Keyed: the hash of so short a code could be guessed. */
  const hashOf = (code: string): Buffer => createHash('sha256').update(key).update(code).digest()
  return { codeOf, hashOf }
}

/** A code as it is read out or typed: without spaces, and with the digits that letters were taken for. */
export const normalizeTicketCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
