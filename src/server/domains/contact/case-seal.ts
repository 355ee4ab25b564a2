import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/kit/keys.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import type { ContactAnswer, ContactText, OpenedCase, SealedCase } from './contact.repo.ts'

export type CaseSeal = ReturnType<typeof createCaseSeal>

/** Encrypts messages and answers. */
export function createCaseSeal(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'contact messages')
  const seal = (rowId: string, value: unknown) => sealBytes(Buffer.from(JSON.stringify(value)), { key, rowId })
  const unseal = (rowId: string, sealed: Buffer): unknown => JSON.parse(openBytes(sealed, { key, rowId }).toString())
  return {
    sealText(caseNumber: string, { name, phone, loginAccount, email, device, content }: ContactText): Buffer {
      return seal(caseNumber, { name, phone, loginAccount, email, device, content })
    },

    sealAnswers: (caseNumber: string, answers: readonly ContactAnswer[]): Buffer =>
      seal(`${caseNumber} answers`, answers),

    open({ sealed, sealedAnswers, ...facts }: SealedCase): OpenedCase {
      const { caseNumber } = facts
      const answers = sealedAnswers ? unseal(`${caseNumber} answers`, sealedAnswers) : []
      return { ...facts, ...(unseal(caseNumber, sealed) as ContactText), answers: answers as ContactAnswer[] }
    },

    submissionHash: (submissionId: string, email: string): Buffer =>
      createHmac('sha256', key)
        .update(JSON.stringify(['submission', submissionId, email.toLowerCase()]))
        .digest(),
  }
}
