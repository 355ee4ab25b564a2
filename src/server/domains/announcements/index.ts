import type { AnnouncementKind, AnnouncementState, Channel } from '#contract/admin/announcements.ts'
import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { versionConflict } from '../audit/index.ts'
import type { DomainModule } from '../domain-module.ts'
import {
  ANNOUNCEMENTS_CHANNEL,
  type AnnouncementQuery,
  continueAnnouncement,
  deleteDeliveries,
  eraseDeliveries,
  findAnnouncement,
  findAnnouncements,
  findDeliveries,
  insertAnnouncement,
  lockAnnouncement,
  lockAnnouncements,
  stopAnnouncement,
  sumUnapproved,
} from './announcements.repo.ts'
import {
  type Announcement,
  type Audience,
  hasChannel,
  approvalNeedOf,
  stateOf,
  withSpare,
} from './announcements.rules.ts'
import { agreesToMarketing, countAudience, findPlanChoices, type PlanChoice } from './audience.query.ts'
import type { AnnouncementContent, AnnouncementsDeps } from './ports.ts'
import { createSending } from './sending.service.ts'

/**
 * Announcements: what operators tell many members, each once. Owns announcement, announcement_delivery; reads accounts and plans. Never
 * decides what a message looks like (messages), and sends no marketing to who does not agree to it at that moment.
 */
export type Announcements = ReturnType<typeof createAnnouncements>

const SEND_EVERY_MS = 1_000
const DELETE_EVERY_MS = 3_600_000
/** In which recipients that need no second person are counted. */
const UNAPPROVED_HOURS = 24

type Translated = Readonly<Record<Language, string>>

export interface Drafted {
  readonly kind: AnnouncementKind
  readonly channels: readonly Channel[]
  readonly audience: Audience
}

interface AnnouncementOrder extends Drafted, AnnouncementContent {
  readonly startsAt: Temporal.Instant | undefined
  readonly operatorId: string
  readonly actor: string
  readonly reason: string
  /** The second person, and how many recipients they approved. */
  readonly approvedBy: string | undefined
  readonly approvedRecipients?: number | undefined
}

export type ShownAnnouncement = Announcement & { readonly state: AnnouncementState }

interface AnnouncementCount {
  readonly recipients: number
  readonly inboxes: number
  readonly mails: number
  readonly withoutConsent: number
  readonly minors: number
  readonly withoutEmail: number
}

export function createAnnouncements(deps: AnnouncementsDeps) {
  const { db, clock, messages, render } = deps
  const { mailOf, sendDue } = createSending(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'announcements', everyMs: SEND_EVERY_MS, wakeOn: ANNOUNCEMENTS_CHANNEL, run: sendDue },
      { name: 'deliveries of announcements', everyMs: DELETE_EVERY_MS, run: deleteOld },
    ],
    personalData: {
      name: 'announcements',
      collect: ({ accountId }) => findDeliveries(db, accountId),
      erase: (tx, { accountId }) => eraseDeliveries(tx, accountId),
    },
  }
  return {
    list,
    show,
    choices,
    approvalNeed,
    preview,
    sendTest,
    order,
    stop,
    heldApprovalNeed,
    continueHeld,
    sendDue,
    isWanted,
    domainModule,
  }

  async function list(
    query: AnnouncementQuery & { after?: string | undefined; limit: number },
  ): Promise<KeysetPage<ShownAnnouncement>> {
    const page = await findAnnouncements(db, query)
    return { ...page, list: page.list.map(shown) }
  }

  /** @throws AppError NOT_FOUND */
  async function show(announcementId: string): Promise<ShownAnnouncement> {
    return shown(requireKnown(await findAnnouncement(db, announcementId)))
  }

  function choices(): Promise<PlanChoice[]> {
    return findPlanChoices(db, clock.now())
  }

  /** Counted under the lock of all announcements, which the transaction keeps. */
  async function approvalNeed(
    tx: Tx,
    { operatorId, ...draft }: Drafted & { operatorId: string },
  ): Promise<AnnouncementCount & { needsApproval: boolean; most: number }> {
    await lockAnnouncements(tx)
    const now = clock.now()
    const { members, withEmail, ...left } = await countAudience(tx, { ...draft, now })
    const mails = hasChannel(draft, 'mail') ? withEmail : 0
    const inboxes = hasChannel(draft, 'inbox') ? members : 0
    const recipients = Math.max(mails, inboxes)
    const before = await sumUnapproved(tx, { operatorId, since: now.subtract({ hours: UNAPPROVED_HOURS }) })
    return {
      ...left,
      ...approvalNeedOf(recipients, before),
      recipients,
      inboxes,
      mails,
      withoutEmail: members - withEmail,
    }
  }

  /** What a member would read who gets it by e-mail; the inbox has the same words. */
  function preview(content: AnnouncementContent): { subject: Translated; text: Translated } {
    const [zh, en] = (['zh_HK', 'en_US'] as const).map((language) => {
      const params = mailOf(content, { language, accountId: '' })
      return render.mail('announcement', params, language)
    })
    return { subject: { zh_HK: zh!.subject, en_US: en!.subject }, text: { zh_HK: zh!.text, en_US: en!.text } }
  }

  /** Two e-mails: one in each language. Their links end no consent. */
  async function sendTest(tx: Tx, content: AnnouncementContent, to: string): Promise<void> {
    for (const language of ['zh_HK', 'en_US'] as const) {
      const params = { ...mailOf(content, { language, accountId: '' }), isTest: true }
      await messages.send(tx, { channel: 'mail', to, template: 'announcement', params, language })
    }
  }

  /** A job sends it, to few more than were counted. @throws AppError CONFLICT where many more would read it than were approved */
  async function order(tx: Tx, given: AnnouncementOrder): Promise<{ announcementId: string; recipients: number }> {
    const { actor, startsAt, approvedBy = null, approvedRecipients, ...content } = given
    const { recipients, most, needsApproval } = await approvalNeed(tx, given)
    if (approvedRecipients !== undefined && recipients > withSpare(approvedRecipients))
      throw operatorRefusal({ is: 'announcementGrew', recipients, approved: approvedRecipients })
    const [announcementId, at] = [newId(), clock.now()]
    await insertAnnouncement(tx, {
      ...content,
      announcementId,
      startsAt: startsAt ?? at,
      madeAt: at,
      madeBy: actor,
      counted: recipients,
      approvedBy,
      most: approvedBy === null && !needsApproval ? most : withSpare(approvedRecipients ?? recipients),
    })
    return { announcementId, recipients }
  }

  /** @throws AppError NOT_FOUND, CONFLICT, VERSION_CONFLICT */
  async function stop(
    tx: Tx,
    { announcementId, seen, actor }: { announcementId: string; seen: number | undefined; actor: string },
  ): Promise<{ version: number; before: ShownAnnouncement }> {
    const before = shown(requireKnown(await lockAnnouncement(tx, announcementId)))
    const { state, version } = before
    if (seen !== undefined && seen !== version)
      throw await versionConflict(tx, { subject: announcementSubject(announcementId), current: { state, version } })
    if (state !== 'planned' && state !== 'sending') throw operatorRefusal({ is: 'announcementOver' })
    return { version: await stopAnnouncement(tx, { announcementId, by: actor, at: clock.now() }), before }
  }

  /**
   * Of a held announcement how many more it may reach, and whether another one has to approve that: counted under the lock of all.
   * @throws AppError NOT_FOUND; CONFLICT for one that is not held
   */
  async function heldApprovalNeed(
    tx: Tx,
    { announcementId, operatorId }: { announcementId: string; operatorId: string },
  ) {
    await lockAnnouncements(tx)
    const found = requireKnown(await lockAnnouncement(tx, announcementId))
    if (!found.isHeld) throw operatorRefusal({ is: 'workNotHeld' })
    const recipients = Math.max(0, (found.most ?? found.counted) - found.recipients)
    const before = await sumUnapproved(tx, { operatorId, since: clock.now().subtract({ hours: UNAPPROVED_HOURS }) })
    return { found, recipients, needsApproval: approvalNeedOf(recipients, before).needsApproval }
  }

  /** In the name of this operator. @throws AppError CONFLICT for one that is not held */
  async function continueHeld(
    tx: Tx,
    given: { announcementId: string; operatorId: string; approvedBy?: string | undefined },
  ): Promise<void> {
    const isContinued = await continueAnnouncement(tx, { ...given, at: clock.now() })
    if (!isContinued) throw operatorRefusal({ is: 'workNotHeld' })
  }

  /** Asked before an e-mail leaves: it was stopped meanwhile, or its recipient agrees no longer. */
  async function isWanted({ announcementId, accountId }: { announcementId: string; accountId: string }) {
    const found = await findAnnouncement(db, announcementId)
    if (!found || found.stoppedBy !== null) return false
    return found.kind === 'service' || (await agreesToMarketing(db, { accountId, now: clock.now() }))
  }

  function deleteOld(): Promise<void> {
    return deleteDeliveries(db, clock.now().subtract({ hours: KEPT_DAYS.messages * 24 }))
  }
}

export const announcementSubject = (announcementId: string): string => `announcement:${announcementId}`

const shown = (found: Announcement): ShownAnnouncement => ({ ...found, state: stateOf(found) })

function requireKnown(found: Announcement | undefined): Announcement {
  if (!found) throw operatorRefusal({ is: 'announcementUnknown' })
  return found
}
