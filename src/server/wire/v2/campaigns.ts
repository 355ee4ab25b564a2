import * as endpoints from '#contract/campaigns.ts'
import { bind } from '../bind.ts'
import { campaignOverlay, toCampaign } from './campaigns.presenter.ts'

/** Campaign pages and their forms. */
export const campaigns = bind(endpoints, ({ campaigns, cards }) => ({
  campaign: {
    handler: async (viewer, { codeName }) => toCampaign(await campaigns.show(viewer, codeName)),
    overlay: campaignOverlay(cards),
  },

  campaignSubmit: async (viewer, draft, { address, context }) => {
    const { deviceSerial } = context
    return { submissionNumber: await campaigns.submit(viewer, { address, deviceSerial }, draft) }
  },
}))
