import * as endpoints from '#contract/partners.ts'
import { bind } from '../bind.ts'
import { toRewards } from './codes.presenter.ts'

export const partners = bind(endpoints, ({ partners }) => ({
  bindPartner: async ({ accountId, language }, { partner, code }, { address }) => {
    const { tickets, grants } = await partners.bind({ accountId, address, partner, code })
    return { partner, tickets, grants: toRewards(grants, language) }
  },
}))
