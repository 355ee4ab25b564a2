import { readDraft } from './form-draft.ts'

export const OPINION_FORM = 'opinion'

export const hasPendingOpinion = (): boolean => readDraft(OPINION_FORM).resumes
