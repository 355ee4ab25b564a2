import { type PageContent, saveDraft } from '#contract/admin/pages.ts'
import { createDrafts, type Draft, type DraftState } from '../../form/drafts.ts'

export type PageDraft = Draft<PageContent>
export type PageDraftState = DraftState<PageContent>

export const pageDrafts = createDrafts<PageContent>(async (client, { id, content, ...draft }) => {
  const answer = await client.call(saveDraft, { scope: id, draft: content, ...draft })
  return answer.result === 'FAILED' ? answer : { ...answer, id }
}, 'new')
