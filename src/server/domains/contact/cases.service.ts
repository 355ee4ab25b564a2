import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { KeptImage } from '../uploads/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { CaseSeal } from './case-seal.ts'
import type { ContactDeps } from './contact-deps.ts'
import type { CaseAction, ContactCase, ContactState, OpenedCase } from './contact-model.ts'
import { findCases, lockCase, writeAnswers, writeClosed } from './contact.repo.ts'
import { normalizeCaseNumber } from './contact.rules.ts'

const LIST_MAX = 500

/** What operators do with messages. Whoever opens one is in the audit log, as are answers and closings. */
export function createCases({ db, clock, messages, uploads, seal }: ContactDeps & { seal: CaseSeal }) {
  return { list, show, image, answer, close }

  /** The cases of a state, the oldest first, without who wrote them. */
  function list(state: ContactState): Promise<ContactCase[]> {
    return findCases(db, { state, limit: LIST_MAX })
  }

  /** A case with what was written. @throws AppError for an unknown one */
  function show(action: CaseAction): Promise<OpenedCase> {
    return act(action, 'open contact message', async (_tx, opened) => opened)
  }

  /** The image of a case. @throws AppError for an unknown case, and one without an image */
  async function image(action: CaseAction): Promise<KeptImage> {
    const { uploadId } = await act(action, 'open contact image', async (_tx, opened) => opened)
    const kept = uploadId === null ? undefined : await uploads.read(uploadId)
    if (!kept) throw operatorRefusal({ is: 'caseWithoutImage', caseNumber: action.caseNumber })
    return kept
  }

  /** Mails an answer to whoever wrote; a closed case is open again. @throws AppError for an unknown case and an empty answer */
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

  /** Closes a case: it is deleted when its time is over. @throws AppError for an unknown one, and one that is closed */
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
