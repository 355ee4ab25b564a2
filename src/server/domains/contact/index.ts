import { clockAt } from '#server/kit/clock.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createCaseSeal } from './case-seal.ts'
import { createCases, createOperatorCases } from './cases.service.ts'
import {
  type ContactDraft,
  closeAnswered,
  countOpen,
  deleteClosed,
  deleteOfAccount,
  findOfAccount,
  findSubmitted,
  insertCase,
} from './contact.repo.ts'
import { deletedBefore, dueAt, newCaseNumber } from './contact.rules.ts'
import type { ContactDeps } from './ports.ts'

/**
 * Contact: sealed messages to the operators, answered by e-mail, deleted after their retention.
 * Owns contact_message. Never proves an address (accounts) or stores images (uploads).
 */
export {
  CONTACT_STATES,
  type CaseAction,
  type ContactCase,
  type ContactDraft,
  type ContactState,
  type OpenedCase,
} from './contact.repo.ts'
export { subjectOf } from './cases.service.ts'
export { normalizeCaseNumber } from './contact.rules.ts'

export type ContactSender = Parameters<Accounts['contactCodes']['send']>[0]

export type Contact = ReturnType<typeof createContact>

const DUE_EVERY_MS = 3_600_000
/** Days until an answered case is closed. */
const ANSWERED_DAYS = 30

export function createContact(deps: ContactDeps) {
  const { db, clock, accounts, messages, uploads } = deps
  const seal = createCaseSeal(deps.masterKey)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'contact messages', everyMs: DUE_EVERY_MS, run: deleteOld }],
    personalData: { name: 'contact', collect, erase },
    gauges: [
      {
        name: 'harbour_contact_open',
        help: 'Contact messages that wait for an answer.',
        labels: [],
        read: async () => [{ value: await countOpen(db), labels: {} }],
      },
    ],
  }
  return {
    sendCode: accounts.contactCodes.send,
    write,
    cases: createCases({ ...deps, seal }),
    operatorCases: createOperatorCases({ ...deps, seal }),
    past,
    domainModule,
  }

  /** Cases at an instant of the past, without e-mails: those of a demo. */
  function past(at: Temporal.Instant): ReturnType<typeof createOperatorCases> {
    return createOperatorCases({ ...deps, seal, clock: clockAt(at), messages: { send: async () => undefined } })
  }

  /** Idempotent per submission, even though its code is used up. @throws WRONG_CODE, CODE_EXPIRED, TOO_MANY_TRIES; INVALID_INPUT for an expired image */
  async function write(sender: ContactSender, draft: ContactDraft): Promise<string> {
    const submissionHash =
      draft.submissionId === undefined ? null : seal.submissionHash(draft.submissionId, draft.email)
    const sent = await submitted(submissionHash)
    if (sent !== undefined) return sent
    try {
      return await accounts.contactCodes.redeem(sender, draft, (tx) => keep(tx, { sender, draft, submissionHash }))
    } catch (error) {
      // A concurrent request of the same submission has redeemed the code.
      const caseNumber = await submitted(submissionHash)
      if (caseNumber === undefined) throw error
      return caseNumber
    }
  }

  async function submitted(hash: Buffer | null): Promise<string | undefined> {
    return hash === null ? undefined : findSubmitted(db, hash)
  }

  type Kept = { sender: ContactSender; draft: ContactDraft; submissionHash: Buffer | null }

  async function keep(tx: Db, { sender, draft, submissionHash }: Kept): Promise<string> {
    const { accountId = null, language } = sender
    const { theme, image, copyToSelf, email, content } = draft
    const uploadId = image === undefined ? null : await uploads.claim(tx, image)
    for (;;) {
      const caseNumber = newCaseNumber()
      const at = clock.now()
      const sealed = seal.sealText(caseNumber, draft)
      const message = { caseNumber, submissionHash, accountId, language, theme, sealed, uploadId, at }
      const handling = { kind: 'question', dueAt: dueAt('question', at), openedBy: null, ownerId: null } as const
      if (!(await insertCase(tx, { ...message, ...handling }))) continue
      if (copyToSelf) {
        const to = { channel: 'mail', to: email, language, accountId: sender.accountId } as const
        await messages.send(tx, { ...to, template: 'contactCopy', params: { caseNumber, theme, content } })
      }
      return caseNumber
    }
  }

  async function deleteOld(): Promise<void> {
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      await closeAnswered(tx, { before: now.subtract({ hours: ANSWERED_DAYS * 24 }), at: now })
      await uploads.release(tx, await deleteClosed(tx, deletedBefore(now)))
    })
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    return (await findOfAccount(db, accountId)).map((sealed) => {
      const { accountId: _, uploadId, ...opened } = seal.open(sealed)
      return { ...opened, hasImage: uploadId !== null }
    })
  }

  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    await uploads.release(tx, await deleteOfAccount(tx, accountId))
  }
}
