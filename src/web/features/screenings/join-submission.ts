import { dropDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { submissionIdOf } from '#web/viewer/session/submission-id.ts'

const formOf = (secret: string) => `join.${secret}`

/** What a guest joins by: kept for each link in this tab, so that whoever joins again has the same seat. */
export const joinSubmissionId = (secret: string): string => submissionIdOf(formOf(secret))

/** Whether a guest may have a seat by the link: the response may have been lost. */
export const mayHaveJoined = (secret: string): boolean => readDraft(formOf(secret)).values['id'] !== undefined

/** The server has no seat for it. */
export const dropJoinSubmission = (secret: string): void => dropDraft(formOf(secret))
