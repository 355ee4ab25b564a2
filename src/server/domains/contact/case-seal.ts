import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/kit/keys.ts'
import { openJson, sealJson } from '#server/kit/sealed-bytes.ts'
import type { ContactAnswer, ContactText, OpenedCase, SealedCase } from './contact.repo.ts'

export type CaseSeal = ReturnType<typeof createCaseSeal>

/** Encrypts messages and answers. */
export function createCaseSeal(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'contact messages')
  const answersSeal = (caseNumber: string) => ({ key, rowId: `${caseNumber} answers` })
  return {
    sealText(caseNumber: string, { name, phone, loginAccount, email, device, content }: ContactText): Buffer {
      return sealJson({ name, phone, loginAccount, email, device, content }, { key, rowId: caseNumber })
    },

    sealAnswers: (caseNumber: string, answers: readonly ContactAnswer[]): Buffer =>
      sealJson(answers, answersSeal(caseNumber)),

    open({ sealed, sealedAnswers, ...facts }: SealedCase): OpenedCase {
      const { caseNumber } = facts
      const answers = sealedAnswers ? openJson(sealedAnswers, answersSeal(caseNumber)) : []
      return {
        ...facts,
        ...(openJson(sealed, { key, rowId: caseNumber }) as ContactText),
        answers: answers as ContactAnswer[],
      }
    },

    submissionHash: (submissionId: string, email: string): Buffer =>
      createHmac('sha256', key)
        .update(JSON.stringify(['submission', submissionId, email.toLowerCase()]))
        .digest(),
  }
}
