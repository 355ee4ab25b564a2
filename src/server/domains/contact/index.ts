import { inTransaction, type Db, type Database } from '#server/kit/db.ts'
import type { Accounts } from '../accounts/index.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import {
  type ContactDraft,
  type CaseAction,
  type ContactCase,
  type ContactState,
  type OpenedCase,
  type ContactAnswer,
  type ContactText,
  closeAnswered,
  countOpen,
  deleteClosed,
  deleteOfAccount,
  findOfAccount,
  findSubmitted,
  insertCase,
  findCases,
  lockCase,
  writeAnswers,
  writeClosed,
  type SealedCase,
} from './contact.repo.ts'
import { deletedBefore, newCaseNumber, normalizeCaseNumber } from './contact.rules.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { KeptImage, Uploads } from '../uploads/index.ts'
import { recordAudit } from '../audit/index.ts'
import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/kit/keys.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Messages } from '../messages/index.ts'

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
  return { sendCode: accounts.contactCodes.send, write, cases: createCases({ ...deps, seal }), domainModule }

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
      const sealed = seal.sealText(caseNumber, draft)
      const message = { caseNumber, submissionHash, accountId, language, theme, sealed, uploadId, at: clock.now() }
      if (!(await insertCase(tx, message))) continue
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

const LIST_MAX = 500

/** Cases for operators. Reading, answering and closing are audited. */
function createCases({ db, clock, messages, uploads, seal }: ContactDeps & { seal: CaseSeal }) {
  return { list, show, image, answer, close }

  function list(state: ContactState): Promise<ContactCase[]> {
    return findCases(db, { state, limit: LIST_MAX })
  }

  function show(action: CaseAction): Promise<OpenedCase> {
    return act(action, 'open contact message', async (_tx, opened) => opened)
  }

  async function image(action: CaseAction): Promise<KeptImage> {
    const { uploadId } = await act(action, 'open contact image', async (_tx, opened) => opened)
    const kept = uploadId === null ? undefined : await uploads.read(uploadId)
    if (!kept) throw operatorRefusal({ is: 'caseWithoutImage', caseNumber: action.caseNumber })
    return kept
  }

  /** Reopens a closed case. */
  async function answer({ text, ...action }: CaseAction & { text: string }): Promise<OpenedCase> {
    const written = text.trim()
    if (written === '') throw operatorRefusal({ is: 'answerEmpty' })
    return act(action, 'answer contact message', async (tx, opened) => {
      const { caseNumber, email, language, accountId, content } = opened
      const at = clock.now()
      const answers = [...opened.answers, { text: written, at: at.toString() }]
      await writeAnswers(tx, { caseNumber, sealedAnswers: seal.sealAnswers(caseNumber, answers), at })
      await messages.send(tx, {
        channel: 'mail',
        to: email,
        language,
        accountId: accountId ?? undefined,
        template: 'contactAnswer',
        params: { caseNumber, answer: written, content },
      })
      return { ...opened, answers, state: 'answered', answeredAt: at, closedAt: null }
    })
  }

  /** Starts the retention. */
  async function close(action: CaseAction): Promise<void> {
    await act(action, 'close contact message', async (tx, { caseNumber, state }) => {
      if (state === 'closed') throw operatorRefusal({ is: 'caseClosed', caseNumber })
      await writeClosed(tx, { caseNumber, at: clock.now() })
    })
  }

  function act<T>(
    { caseNumber, actor, reason }: CaseAction,
    action: string,
    work: (tx: Db, opened: OpenedCase) => Promise<T>,
  ): Promise<T> {
    return inTransaction(db, async (tx) => {
      const sealed = await lockCase(tx, normalizeCaseNumber(caseNumber))
      if (!sealed) throw operatorRefusal({ is: 'caseUnknown', caseNumber })
      await recordAudit(tx, { at: clock.now(), actor, action, subject: `contact:${sealed.caseNumber}`, reason })
      return work(tx, seal.open(sealed))
    })
  }
}

type CaseSeal = ReturnType<typeof createCaseSeal>

/** Encrypts messages and answers. */
function createCaseSeal(masterKey: Buffer) {
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

interface ContactDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly masterKey: Buffer
  readonly accounts: Pick<Accounts, 'contactCodes'>
  readonly messages: Pick<Messages, 'send'>
  readonly uploads: Pick<Uploads, 'claim' | 'release' | 'read'>
}
