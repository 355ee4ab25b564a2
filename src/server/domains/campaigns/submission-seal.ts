import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/kit/keys.ts'
import { openJson, sealJson } from '#server/kit/sealed-bytes.ts'
import type { Answer, OpenedSubmission } from './campaigns-model.ts'
import type { SealedSubmission } from './campaigns.repo.ts'

export type SubmissionSeal = ReturnType<typeof createSubmissionSeal>

/** Encrypts submissions. */
export function createSubmissionSeal(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'campaign submissions')
  const hash = (...parts: readonly string[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  return {
    seal: (submissionNumber: string, answers: readonly Answer[]): Buffer =>
      sealJson(answers, { key, rowId: submissionNumber }),

    open(row: SealedSubmission): OpenedSubmission {
      const { sealed, uploadIds: _ids, ...facts } = row
      return { ...facts, answers: openJson(sealed, { key, rowId: facts.submissionNumber }) as Answer[] }
    },

    senderHash: (codeName: string, sender: string): Buffer => hash('sender', codeName, sender),
    submissionHash: (codeName: string, sender: string, submissionId: string): Buffer =>
      hash('submission', codeName, sender, submissionId),
    subjectHash: (codeName: string, subject: string): Buffer => hash('subject', codeName, subject),
  }
}
