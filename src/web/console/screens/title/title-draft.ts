import { saveDraft, type TitleContent } from '#contract/admin/titles.ts'
import { createDrafts, type Draft, type DraftState } from '../../form/drafts.ts'

export type TitleDraft = Draft<TitleContent>
export type TitleDraftState = DraftState<TitleContent>

export const NEW_TITLE = 'new'

export const titleDrafts = createDrafts<TitleContent>(async (client, { id, content, ...draft }) => {
  const answer = await client.call(saveDraft, { programId: id, draft: content, ...draft })
  return answer.result === 'FAILED' ? answer : { ...answer, id: answer.programId }
}, NEW_TITLE)
