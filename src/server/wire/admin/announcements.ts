import * as endpoints from '#contract/admin/announcements.ts'
import {
  type Announcements,
  announcementSubject,
  type Drafted,
  type ShownAnnouncement,
} from '#server/domains/announcements/index.ts'
import { inTransaction } from '#server/kit/db.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminHandler, ApprovalNeed } from './pipeline.ts'

function announcementOf({ startsAt, madeAt, endedAt, stoppedAt, approvedBy, ...found }: ShownAnnouncement) {
  const { channels, audience } = found
  const endsAt = endedAt ?? stoppedAt
  return {
    ...found,
    channels: [...channels],
    audience: {
      plans: [...audience.plans],
      regions: [...audience.regions],
      languages: [...audience.languages],
    },
    startsAt: wireInstant(startsAt),
    madeAt: wireInstant(madeAt),
    endedAt: endsAt && wireInstant(endsAt),
    isApproved: approvedBy !== null,
  }
}

/** Only what an audience is counted by: an input has more. */
const draftedOf = ({ kind, channels, audience }: Drafted): Drafted => ({ kind, channels, audience })

type Send = typeof endpoints.send

/** A second person sees the words, and how many would read them. */
const createSend = (all: Announcements): { handler: AdminHandler<Send>; approvalNeed: ApprovalNeed<Send> } => ({
  approvalNeed: async (input, { tx, operator: { operatorId } }) => {
    const { recipients, needsApproval } = await all.approvalNeed(tx, { ...draftedOf(input), operatorId })
    return needsApproval ? { kind: input.kind, recipients, ...wordsOf(input) } : undefined
  },

  handler: async (input, { tx, operator, approval, record }) => {
    const { title, body, path, startsAt, reason } = input
    const { announcementId, recipients } = await all.order(tx, {
      ...draftedOf(input),
      title,
      body,
      path,
      reason,
      startsAt: startsAt === null ? undefined : Temporal.Instant.from(startsAt),
      operatorId: operator.operatorId,
      actor: operator.actor,
      approvedBy: approval?.decider.operatorId,
      approvedRecipients: approval && Number(approval.consequence.recipients),
    })
    const { kind, channels, audience } = input
    const details = { kind, recipients, channels, ...audience, ...wordsOf(input) }
    await record({ subject: announcementSubject(announcementId), details })
    return { announcementId }
  },
})

type Worded = { title: { zh_HK: string; en_US: string } }

const wordsOf = ({ title }: Worded) => ({ titleZh: title.zh_HK, titleEn: title.en_US })

export const announcements = bindAdmin(endpoints, ({ db, announcements: all }) => ({
  list: async (query) => {
    const page = await all.list(query)
    return { ...page, list: page.list.map(announcementOf) }
  },

  show: async ({ announcementId }) => announcementOf(await all.show(announcementId)),

  choices: async (_input, { operator: { email } }) => ({
    plans: (await all.choices()).map((plan) => ({ ...plan })),
    email,
  }),

  tryOut: async (draft, { operator: { operatorId } }) => {
    const {
      needsApproval,
      most: _most,
      ...counts
    } = await inTransaction(db, (tx) => all.approvalNeed(tx, { ...draftedOf(draft), operatorId }))
    return { ...counts, way: needsApproval ? ('second' as const) : ('alone' as const) }
  },

  preview: (content) => all.preview(content),

  test: async ({ kind, title, body, path }, { tx, operator, record }) => {
    await all.sendTest(tx, { kind, title, body, path }, operator.email)
    await record({ subject: `operator:${operator.operatorId}`, details: { kind, ...wordsOf({ title }) } })
    return {}
  },

  send: createSend(all),

  continueHeld: {
    approvalNeed: async ({ announcementId }, { tx, operator: { operatorId } }) => {
      const { found, recipients, needsApproval } = await all.heldApprovalNeed(tx, { announcementId, operatorId })
      return needsApproval ? { kind: found.kind, recipients, ...wordsOf(found) } : undefined
    },
    handler: async ({ announcementId }, { tx, operator: { operatorId }, approval, record }) => {
      const { found, recipients } = await all.heldApprovalNeed(tx, { announcementId, operatorId })
      await all.continueHeld(tx, { announcementId, operatorId, approvedBy: approval?.decider.operatorId })
      const details = { kind: found.kind, recipients, ...wordsOf(found), of: found.madeBy }
      await record({ subject: announcementSubject(announcementId), details })
      return {}
    },
  },

  stop: async ({ announcementId, version: seen }, { tx, operator, record }) => {
    const { version, before } = await all.stop(tx, { announcementId, seen, actor: operator.actor })
    await record({
      subject: announcementSubject(announcementId),
      before: { state: before.state },
      after: { state: 'stopped' },
      details: { recipients: before.recipients },
    })
    return { version }
  },
}))
