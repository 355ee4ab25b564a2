import type { CaseKind } from '#contract/admin/contact.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { recordAudit, versionConflict } from '../audit/index.ts'
import type { KeptImage } from '../uploads/index.ts'
import type { CaseSeal } from './case-seal.ts'
import {
  type CaseAction,
  type CaseQuery,
  type ContactCase,
  type ContactState,
  type ContactText,
  countOpenCases,
  findCasePage,
  findCases,
  findNames,
  insertCase,
  lockCase,
  type OpenedCase,
  type QueuedCase,
  writeAnswers,
  writeClosed,
  handCases,
  writeHandling,
  writeReopened,
} from './contact.repo.ts'
import { dueAt, newCaseNumber, normalizeCaseNumber } from './contact.rules.ts'
import type { ContactDeps } from './ports.ts'

const LIST_MAX = 500

/** Of one case in the audit log. */
export const subjectOf = (caseNumber: string): string => `contact:${caseNumber}`

type Handling = Pick<ContactCase, 'kind' | 'dueAt' | 'ownerId'>

interface CaseRef {
  readonly caseNumber: string
  /** The one that was read; undefined where it does not matter. */
  readonly version?: number | undefined
}

/** A case that an operator opens for a person who called or wrote a letter. */
export interface NewOperatorCase extends Omit<ContactText, 'loginAccount' | 'device'> {
  readonly kind: CaseKind
  readonly theme: ContactCase['theme']
  readonly language: ContactCase['language']
  readonly accountId: string | null
  /** Null: its sender wrote it. */
  readonly operatorId: string | null
}

type CasesDeps = ContactDeps & { readonly seal: CaseSeal }

/** Cases at the console: each in the caller's transaction, which writes the audit entry. */
export function createOperatorCases({ db, clock, messages, uploads, seal }: CasesDeps) {
  return {
    page,
    countOpen: (max: number) => countOpenCases(db, max),
    open,
    namesOf,
    image,
    answer,
    close,
    reopen,
    change,
    create,
    /** Hands the open cases of an operator over, or releases them. @returns how many */
    handOver: handCases,
  }

  /** Without who wrote, and what. */
  function page(query: CaseQuery): Promise<KeysetPage<QueuedCase>> {
    return findCasePage(db, query)
  }

  /** @throws NOT_FOUND */
  async function open(tx: Tx, caseNumber: string): Promise<OpenedCase> {
    return seal.open(await lock(tx, { caseNumber }))
  }

  /** Of its operators. */
  function namesOf(tx: Tx, { ownerId, openedBy }: Pick<ContactCase, 'ownerId' | 'openedBy'>) {
    return findNames(tx, { ownerId, openedBy })
  }

  /** @throws NOT_FOUND, also for a case without an image */
  async function image(tx: Tx, caseNumber: string): Promise<KeptImage> {
    const { uploadId } = await lock(tx, { caseNumber })
    const kept = uploadId === null ? undefined : await uploads.read(uploadId, tx)
    if (!kept) throw operatorRefusal({ is: 'caseWithoutImage', caseNumber })
    return kept
  }

  /** Mails it. Reopens a closed case. @throws NOT_FOUND, VERSION_CONFLICT, INVALID_INPUT */
  async function answer(
    tx: Tx,
    { text, by, ...ref }: CaseRef & { text: string; by?: string | undefined },
  ): Promise<OpenedCase> {
    const written = text.trim()
    if (written === '') throw operatorRefusal({ is: 'answerEmpty' })
    const opened = seal.open(await lock(tx, ref))
    const { caseNumber, email, language, accountId, content } = opened
    const at = clock.now()
    const answers = [...opened.answers, { text: written, at: at.toString(), ...(by !== undefined && { by }) }]
    await writeAnswers(tx, { caseNumber, sealedAnswers: seal.sealAnswers(caseNumber, answers), at })
    await messages.send(tx, {
      channel: 'mail',
      to: email,
      language,
      accountId: accountId ?? undefined,
      template: 'contactAnswer',
      params: { caseNumber, answer: written, content },
    })
    return { ...opened, answers, state: 'answered', answeredAt: at, closedAt: null, version: opened.version + 1 }
  }

  /** Starts the retention. @returns the state before @throws NOT_FOUND, VERSION_CONFLICT; CONFLICT for a closed one */
  async function close(tx: Tx, ref: CaseRef): Promise<ContactState> {
    const { caseNumber, state } = await lock(tx, ref)
    if (state === 'closed') throw operatorRefusal({ is: 'caseClosed', caseNumber })
    await writeClosed(tx, { caseNumber, at: clock.now() })
    return state
  }

  /** @returns the state after it @throws NOT_FOUND, VERSION_CONFLICT; CONFLICT for one that is not closed */
  async function reopen(tx: Tx, ref: CaseRef): Promise<ContactState> {
    const { caseNumber, state, answeredAt } = await lock(tx, ref)
    if (state !== 'closed') throw operatorRefusal({ is: 'caseNotClosed', caseNumber })
    const reopened = answeredAt === null ? 'open' : 'answered'
    await writeReopened(tx, { caseNumber, state: reopened })
    return reopened
  }

  /** Another kind is due at another time. @returns the case as it was, and what has changed @throws NOT_FOUND, VERSION_CONFLICT */
  async function change(
    tx: Tx,
    { kind, ownerId, ...ref }: CaseRef & { kind?: CaseKind | undefined; ownerId?: string | null | undefined },
  ): Promise<{ before: ContactCase; after: Handling }> {
    const before = await lock(tx, ref)
    const after = {
      kind: kind ?? before.kind,
      dueAt: kind === undefined ? before.dueAt : dueAt(kind, before.sentAt),
      ownerId: ownerId === undefined ? before.ownerId : ownerId,
    }
    await writeHandling(tx, { caseNumber: before.caseNumber, ...after })
    return { before, after }
  }

  /** @returns its number */
  async function create(tx: Tx, { kind, operatorId, ...given }: NewOperatorCase): Promise<string> {
    const at = clock.now()
    for (;;) {
      const caseNumber = newCaseNumber()
      const sealed = seal.sealText(caseNumber, { ...given, loginAccount: '', device: '' })
      const { accountId, language, theme } = given
      const opened = { kind, dueAt: dueAt(kind, at), openedBy: operatorId, ownerId: operatorId }
      const message = { caseNumber, submissionHash: null, accountId, language, theme, sealed, uploadId: null, at }
      if (await insertCase(tx, { ...message, ...opened })) return caseNumber
    }
  }

  async function lock(tx: Tx, { caseNumber, version }: CaseRef) {
    const sealed = await lockCase(tx, normalizeCaseNumber(caseNumber))
    if (!sealed) throw operatorRefusal({ is: 'caseUnknown', caseNumber })
    if (version !== undefined && version !== sealed.version) {
      const { state, kind, version: now } = sealed
      throw await versionConflict(tx, {
        subject: subjectOf(sealed.caseNumber),
        current: { state, kind, version: now },
      })
    }
    return sealed
  }
}

/** Cases for the commands. Reading, answering and closing are audited. */
export function createCases(deps: CasesDeps) {
  const { db, clock } = deps
  const cases = createOperatorCases(deps)
  return { list, show, image, answer, close }

  function list(state: ContactState): Promise<ContactCase[]> {
    return findCases(db, { state, limit: LIST_MAX })
  }

  function show(action: CaseAction): Promise<OpenedCase> {
    return act(action, 'open contact message', (tx, caseNumber) => cases.open(tx, caseNumber))
  }

  function image(action: CaseAction): Promise<KeptImage> {
    return act(action, 'open contact image', (tx, caseNumber) => cases.image(tx, caseNumber))
  }

  /** Reopens a closed case. */
  function answer({ text, ...action }: CaseAction & { text: string }): Promise<OpenedCase> {
    return act(action, 'answer contact message', (tx, caseNumber) => cases.answer(tx, { caseNumber, text }))
  }

  /** Starts the retention. */
  async function close(action: CaseAction): Promise<void> {
    await act(action, 'close contact message', (tx, caseNumber) => cases.close(tx, { caseNumber }))
  }

  function act<T>(
    { caseNumber: given, actor, reason }: CaseAction,
    action: string,
    work: (tx: Tx, caseNumber: string) => Promise<T>,
  ): Promise<T> {
    const caseNumber = normalizeCaseNumber(given)
    return inTransaction(db, async (tx) => {
      const result = await work(tx, caseNumber)
      await recordAudit(tx, { at: clock.now(), actor, action, subject: subjectOf(caseNumber), reason })
      return result
    })
  }
}
