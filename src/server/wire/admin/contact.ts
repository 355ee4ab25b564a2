import * as endpoints from '#contract/admin/contact.ts'
import { CASE_KINDS } from '#contract/admin/contact.ts'
import { type ContactCase, normalizeCaseNumber, type OpenedCase, subjectOf } from '#server/domains/contact/index.ts'
import type { SettingValues } from '#server/domains/settings/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const instantOrNull = (at: Temporal.Instant | null) => at && wireInstant(at)

interface Named {
  readonly ownerName: string | null
  readonly openedByName: string | null
}

const caseOf = ({ accountId, uploadId, ownerId, ownerName, openedByName, ...one }: ContactCase & Named) => {
  const { caseNumber, version, theme, kind, language, state } = one
  return {
    caseNumber,
    version,
    theme,
    kind,
    language,
    state,
    isMember: accountId !== null,
    hasImage: uploadId !== null,
    sentAt: wireInstant(one.sentAt),
    dueAt: wireInstant(one.dueAt),
    answeredAt: instantOrNull(one.answeredAt),
    closedAt: instantOrNull(one.closedAt),
    owner: ownerId === null ? null : { operatorId: ownerId, name: ownerName ?? '' },
    openedBy: openedByName,
  }
}

const openedOf = (
  { name, phone, loginAccount, email, device, content, answers, ...opened }: OpenedCase,
  names: Named,
) => ({
  ...caseOf({ ...opened, ...names }),
  accountId: opened.accountId,
  name,
  phone,
  loginAccount,
  email,
  device,
  content,
  answers: answers.map(({ text, at, by = null }) => ({ text, at: wireInstant(Temporal.Instant.from(at)), by })),
})

const handlingOf = ({ kind, dueAt, ownerId }: Pick<ContactCase, 'kind' | 'dueAt' | 'ownerId'>) => ({
  kind,
  dueAt: wireInstant(dueAt),
  ownerId,
})

const templatesOf = (answers: SettingValues['answers']) =>
  CASE_KINDS.map((kind) => ({ kind, text: { zh_HK: answers[`${kind}_zh_HK`], en_US: answers[`${kind}_en_US`] } }))

export const contact = bindAdmin(endpoints, ({ contact: { operatorCases: cases }, accounts, settings }) => ({
  list: async ({ filter: { owner, caseNumber, ...filter }, ...query }, { operator }) => {
    const owned = owner === undefined ? {} : { ownerId: owner === 'mine' ? operator.operatorId : null }
    const named = caseNumber ? { caseNumber: normalizeCaseNumber(caseNumber) } : {}
    const page = await cases.page({ ...query, filter: { ...filter, ...owned, ...named } })
    return { ...page, list: page.list.map(caseOf) }
  },

  open: async ({ caseNumber }, { tx, record }) => {
    const opened = await cases.open(tx, caseNumber)
    await record({ subject: subjectOf(opened.caseNumber) })
    return openedOf(opened, await cases.namesOf(tx, opened))
  },

  image: async ({ caseNumber }, { tx, record }) => {
    const { bytes, contentType } = await cases.image(tx, caseNumber)
    await record({ subject: subjectOf(normalizeCaseNumber(caseNumber)) })
    return { contentType, content: bytes.toString('base64') }
  },

  answer: async ({ caseNumber, text, version }, { tx, operator, record }) => {
    const answered = await cases.answer(tx, { caseNumber, text, version, by: operator.name })
    await record({
      subject: subjectOf(answered.caseNumber),
      after: { state: answered.state },
      details: { answers: answered.answers.length },
    })
    return { version: answered.version }
  },

  close: async ({ caseNumber, version }, { tx, record }) => {
    const before = await cases.close(tx, { caseNumber, version })
    await record({
      subject: subjectOf(normalizeCaseNumber(caseNumber)),
      before: { state: before },
      after: { state: 'closed' },
    })
    return {}
  },

  reopen: async ({ caseNumber, version }, { tx, record }) => {
    const state = await cases.reopen(tx, { caseNumber, version })
    await record({ subject: subjectOf(normalizeCaseNumber(caseNumber)), before: { state: 'closed' }, after: { state } })
    return {}
  },

  handle: async ({ caseNumber, version, kind, isMine }, { tx, operator, record }) => {
    const ownerId = isMine === undefined ? undefined : isMine ? operator.operatorId : null
    const { before, after } = await cases.change(tx, { caseNumber, version, kind, ownerId })
    await record({ subject: subjectOf(before.caseNumber), before: handlingOf(before), after: handlingOf(after) })
    return { version: before.version + 1 }
  },

  create: async ({ senderLanguage, accountId = null, ...given }, { tx, operator, record }) => {
    if (accountId !== null && !(await accounts.read(accountId, tx))) throw operatorRefusal({ is: 'customerUnknown' })
    const { operatorId } = operator
    const caseNumber = await cases.create(tx, { ...given, language: senderLanguage, accountId, operatorId })
    const { kind, theme } = given
    await record({ subject: subjectOf(caseNumber), after: { kind, theme } })
    return { caseNumber }
  },

  templates: () => ({ list: templatesOf(settings.current().answers) }),
}))
