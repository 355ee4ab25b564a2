import { createVisit } from '#contract/visits.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'

/** Page views. */
export const visits = (on: Handle, { visits }: Pick<Domains, 'visits'>) => {
  on(createVisit, async ({ language }, { route, ...utm }, { context }) => {
    await visits.record({
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
    })
    return {}
  })
}
