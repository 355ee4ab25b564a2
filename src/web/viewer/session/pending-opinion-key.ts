import { readDraft } from './form-draft.ts'

/** The form draft of what a visitor wanted to say about a title. */
export const OPINION_FORM = 'opinion'

/** Whether something waits to be done after the login. */
export const hasPendingOpinion = (): boolean => readDraft(OPINION_FORM).resumes
