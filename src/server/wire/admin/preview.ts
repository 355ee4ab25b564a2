import * as endpoints from '#contract/admin/preview.ts'
import { SITE_PAGE } from '#contract/admin/pages.ts'
import { PREVIEW_PATH } from '#contract/preview.ts'
import { bindAdmin } from './bind.ts'
import { refusalOf } from './content.ts'
import type { AdminDomains } from './domains.ts'
import type { AuditedCall } from './pipeline.ts'

export const preview = bindAdmin(endpoints, ({ previews, content, siteUrl }) => ({
  open: async ({ at, siteLanguage: language, campaign, ...viewer }, call) => {
    const campaigns = campaign ? await checked(content, campaign, call) : {}
    const shown = { ...viewer, campaigns, language, at: Temporal.Instant.from(at) }
    const grant = await previews.open(call.tx, call.session, shown)
    const { draftIds, ...details } = viewer
    const [codeName] = Object.keys(campaigns)
    const subject = `preview:${draftIds[0] ?? viewer.pages[0] ?? codeName ?? SITE_PAGE}`
    await call.record({ subject, details: { ...details, at, titles: draftIds, ...(codeName && { codeName }) } })
    return { url: `${siteUrl}${PREVIEW_PATH}#${grant}` }
  },
}))

/** By the rules of a save. @throws AppError INVALID_INPUT with what is wrong, by field */
async function checked(
  content: AdminDomains['content'],
  campaign: Readonly<Record<string, unknown>>,
  { tx, language }: Pick<AuditedCall, 'tx' | 'language'>,
) {
  const { problems } = await content.check('campaign', [campaign], tx)
  if (problems.length > 0) throw refusalOf({ problems }, 1, language)
  return { [String(campaign.codeName)]: campaign }
}
