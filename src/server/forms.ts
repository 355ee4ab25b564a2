import { createUploadCodec } from '#server/adapters/images/upload-codec.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { createContact } from '#server/domains/contact/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import { createUploads } from '#server/domains/uploads/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { DbHandle } from '#server/kit/db.ts'

type Parts = { database: Pick<DbHandle, 'db'>; clock: Clock; masterKey: Buffer; store: MediaStore }
type Neighbours = { accounts: Accounts; messages: Messages; ledger: Ledger }

/** What people send by forms, with their images. */
export function createForms({ database: { db }, clock, masterKey, store }: Parts, neighbours: Neighbours) {
  const { accounts, messages, ledger } = neighbours
  const shared = { db, clock, masterKey, accounts }
  const uploads = createUploads({ ...shared, store, codec: createUploadCodec() })
  return { uploads, contact: createContact({ ...shared, messages, uploads, audit: ledger.audit }) }
}
