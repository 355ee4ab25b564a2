import type { MailTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { addDeliveries, lockDue, recordStep, stopAnnouncement } from './announcements.repo.ts'
import { type Announcement, hasChannel } from './announcements.rules.ts'
import { findMailed, lockRecipients, type Recipient } from './audience.query.ts'
import type { AnnouncementContent, AnnouncementsDeps } from './ports.ts'

/** Accounts of one transaction. */
const BATCH = 200
/** E-mails of announcements that wait at once: codes and passwords are sent between them. */
const MAILS_WAITING_MAX = 200

interface Addressed {
  readonly language: Language
  readonly accountId: string
  readonly announcementId?: string
}

export function createSending({ db, clock, messages, siteUrl, optOutUrl }: AnnouncementsDeps) {
  return { mailOf, sendDue }

  function mailOf(
    { kind, title, body, path }: AnnouncementContent,
    { language, accountId, announcementId }: Addressed,
  ): MailTemplates['announcement'] {
    return {
      ...(announcementId !== undefined && { announcementId }),
      title: title[language],
      body: body[language],
      ...(path !== null && { link: `${siteUrl}/#${path}` }),
      ...(kind === 'marketing' && { optOut: optOutUrl(accountId, language) }),
    }
  }

  /** Several workers may run it concurrently: each announcement is sent by one at a time. A killed one leaves whole batches. */
  async function sendDue(): Promise<void> {
    while (await inTransaction(db, sendSome));
  }

  /** @returns false when nothing can be sent now */
  async function sendSome(tx: Tx): Promise<boolean> {
    const now = clock.now()
    const due = await lockDue(tx, { now, withMail: true })
    if (!due) return false
    const room = await roomFor(tx, due)
    const announcement = room > 0 ? due : await lockDue(tx, { now, withMail: false })
    if (!announcement) return false
    const limit = room > 0 ? room : BATCH
    const { announcementId, kind, audience, afterAccount: after } = announcement
    const beganAt = announcement.beganAt ?? now
    const left = announcement.most === null ? Infinity : announcement.most - announcement.recipients
    const wanted = Math.min(limit, left + 1)
    const byMailOnly = !hasChannel(announcement, 'inbox')
    const batch = { kind, audience, now, createdBy: beganAt, byMailOnly, after, limit: wanted }
    const found = await lockRecipients(tx, batch)
    const isLimited = found.length > left
    const isLast = found.length < wanted
    const reached = isLimited ? found.slice(0, left) : found
    const counts = await deliver(tx, announcement, reached)
    const afterAccount = reached.at(-1)?.accountId ?? after
    await recordStep(tx, { announcementId, beganAt, afterAccount, ...counts, endedAt: isLast ? now : null })
    if (isLimited) await stopAnnouncement(tx, { announcementId, by: null, at: now })
    return true
  }

  /** How many accounts the outbox has room for. */
  async function roomFor(tx: Tx, announcement: Announcement): Promise<number> {
    if (!hasChannel(announcement, 'mail')) return BATCH
    return Math.min(BATCH, Math.max(0, MAILS_WAITING_MAX - (await messages.countWaiting(tx, 'announcement'))))
  }

  async function deliver(tx: Tx, announcement: Announcement, found: readonly Recipient[]) {
    const { announcementId, title, body, path } = announcement
    const accountIds = found.map(({ accountId }) => accountId)
    const added = await addDeliveries(tx, { announcementId, accountIds, at: clock.now() })
    const mailboxes = await findMailed(tx, { announcementId, recipients: found })
    const counts = { recipients: 0, inboxes: 0, mails: 0 }
    for (const { accountId, language, email } of found.filter((one) => added.has(one.accountId))) {
      counts.recipients += 1
      if (hasChannel(announcement, 'inbox')) {
        counts.inboxes += 1
        await messages.post(tx, { accountId, template: 'announcement', params: { title, body, path } })
      }
      // Several accounts may have proven one address, which is written to once.
      if (hasChannel(announcement, 'mail') && email !== null && !mailboxes.has(email.toLowerCase())) {
        mailboxes.add(email.toLowerCase())
        counts.mails += 1
        const params = mailOf(announcement, { language, accountId, announcementId })
        await messages.send(tx, { channel: 'mail', to: email, template: 'announcement', params, language, accountId })
      }
    }
    return counts
  }
}
