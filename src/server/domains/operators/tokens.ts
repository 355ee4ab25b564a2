import { createHash } from 'node:crypto'

/** Of sessions and invitations, which are random: only their hashes are stored. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
