import { dropDraft, keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { OPINION_FORM } from '#web/viewer/session/pending-opinion-key.ts'
import { readSession } from '#web/viewer/session/session.ts'

/** What a visitor wanted to do before the login. */
export type PendingOpinion =
  | { kind: 'rate'; programId: string; score: number }
  | { kind: 'comment'; programId: string; text: string; spoiler: boolean }
  | { kind: 'like'; programId: string; commentId: string }
  | { kind: 'report'; programId: string; commentId: string }

/** Keeps it in this tab, until the visitor comes back as a member. */
export const keepOpinion = (opinion: PendingOpinion): void =>
  keepDraft(OPINION_FORM, { opinion: JSON.stringify(opinion) }, { resumes: true })

/** The pending opinion of this kind on a title; read once. */
export function takeOpinion<Kind extends PendingOpinion['kind']>(
  programId: string,
  kind: Kind,
  commentId?: string,
): Extract<PendingOpinion, { kind: Kind }> | undefined {
  const opinion = readOpinion()
  if (!readSession().token || opinion?.programId !== programId || opinion.kind !== kind) return undefined
  if ('commentId' in opinion && opinion.commentId !== commentId) return undefined
  dropDraft(OPINION_FORM)
  return opinion as Extract<PendingOpinion, { kind: Kind }>
}

function readOpinion(): PendingOpinion | undefined {
  const { values, resumes } = readDraft(OPINION_FORM)
  if (!resumes || !values.opinion) return undefined
  try {
    return JSON.parse(values.opinion) as PendingOpinion
  } catch {
    // Edited storage.
    return undefined
  }
}
