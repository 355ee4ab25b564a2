import * as endpoints from '#contract/admin/preview.ts'
import { SITE_PAGE } from '#contract/admin/pages.ts'
import { PREVIEW_PATH } from '#contract/preview.ts'
import { bindAdmin } from './bind.ts'

export const preview = bindAdmin(endpoints, ({ previews, siteUrl }) => ({
  open: async ({ at, siteLanguage: language, ...viewer }, call) => {
    const shown = { ...viewer, language, at: Temporal.Instant.from(at) }
    const grant = await previews.open(call.tx, call.session, shown)
    const { draftIds, ...details } = viewer
    const subject = `preview:${draftIds[0] ?? viewer.pages[0] ?? SITE_PAGE}`
    await call.record({ subject, details: { ...details, at, titles: draftIds } })
    return { url: `${siteUrl}${PREVIEW_PATH}#${grant}` }
  },
}))
