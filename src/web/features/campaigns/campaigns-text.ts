import { lazyText } from '#web/kit/text.ts'

/** The text of campaign pages. */
export const useCampaignsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/campaigns.ts')).campaigns,
  en_US: async () => (await import('#text/en_US/campaigns.ts')).campaigns,
})
