import { PATHS } from '#web/viewer/navigation/paths.ts'
import { lazy, route } from './site-route.ts'

/** Campaign pages. */
export const CAMPAIGN_ROUTES = [
  route({
    name: 'CampaignSite',
    path: PATHS.campaignSite,
    title: 'CampaignSite',
    header: false,
    tabId: '12',
    screen: lazy(async () => (await import('../screens/campaign-page.tsx')).CampaignPage),
  }),
] as const
