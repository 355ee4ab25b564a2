import * as endpoints from '#contract/visits.ts'
import { bind } from '../bind.ts'

export const visits = bind(endpoints, ({ visits }) => ({
  createVisit: async ({ language }, { route, ...utm }, { context, address }) => {
    const view = {
      route,
      language,
      device: context,
      utm: {
        source: utm.utm_source,
        medium: utm.utm_medium,
        campaign: utm.utm_campaign,
        term: utm.utm_term,
        content: utm.utm_content,
      },
    }
    await visits.record(view, address)
    return {}
  },
}))
