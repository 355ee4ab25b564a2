import { createUploadCodec } from '#server/adapters/images/upload-codec.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { type Campaigns, createCampaigns } from '#server/domains/campaigns/index.ts'
import { createContact } from '#server/domains/contact/index.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import { createUploads } from '#server/domains/uploads/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { DbHandle } from '#server/kit/db.ts'
import type { Settings } from './config.ts'

type Parts = {
  database: Pick<DbHandle, 'db'>
  clock: Clock
  masterKey: Buffer
  store: MediaStore
  config: Pick<Settings<'http'>, 'CAMPAIGN_LINK_HOSTS'>
}
type Pages = Pick<Parameters<typeof createCampaigns>[0], 'catalogue' | 'cards' | 'images'>
type Neighbours = Pages & { accounts: Accounts; messages: Messages }

/** What people send by forms, with their images. */
export function createForms(
  { database: { db }, clock, masterKey, store, config }: Parts,
  { messages, ...neighbours }: Neighbours,
) {
  const shared = { db, clock, masterKey, accounts: neighbours.accounts }
  const uploads = createUploads({ ...shared, store, codec: createUploadCodec() })
  const linkHosts = config.CAMPAIGN_LINK_HOSTS
  const campaigns: Campaigns = createCampaigns({ ...shared, ...neighbours, uploads, linkHosts })
  return { uploads, campaigns, contact: createContact({ ...shared, messages, uploads }) }
}
