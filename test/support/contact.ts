import { type ContactDraft, createContact } from '#server/domains/contact/index.ts'
import { createTestAccounts } from './accounts.ts'
import { silentWorker } from './ledger.ts'
import { aPhoto, createTestUploads, withFile } from './uploads.ts'

/** What a visitor writes, without the code. */
export const A_MESSAGE = {
  name: '陳子晴',
  phone: '+85228881234',
  loginAccount: '91234567',
  email: 'visitor@example.com',
  theme: 'technical',
  content: '播放時沒有聲音。\n請問可以怎樣做？',
  device: 'Chrome · Windows',
  copyToSelf: false,
} as const satisfies Omit<ContactDraft, 'code'>

export type ContactWorld = Awaited<ReturnType<typeof createContactWorld>>
type Sender = { accountId?: string; address?: string; deviceSerial?: string }

/** Contact messages over a new database, with e-mails and images in memory. */
export async function createContactWorld() {
  const app = await createTestAccounts({ personalData: () => [contact.domainModule.personalData!] })
  const { db, clock, accounts, messages, mail } = app
  const { uploads, objects } = createTestUploads({ db, clock, accounts })
  const deps = { db, clock, masterKey: Buffer.alloc(32, 7), accounts, messages, uploads }
  const contact = createContact(deps)

  const senderOf = ({ accountId, address = '203.0.113.7', deviceSerial = 'device-1' }: Sender = {}) =>
    ({ accountId, address, language: 'zh_HK', device: { deviceSerial } }) as const

  /** Sends a code to an address. @returns the code */
  async function codeFor(email: string, sender: Sender = {}): Promise<string> {
    clock.advance('PT1M')
    await contact.sendCode(senderOf(sender), email)
    await messages.sendDue()
    const { subject = '' } = mail.sent.findLast(({ to }) => to === email) ?? {}
    return /\d{6}/.exec(subject)?.[0] ?? ''
  }

  /** Writes a message with a right code. @returns its case number */
  async function write(change: Partial<ContactDraft> = {}, sender: Sender = {}): Promise<string> {
    const draft = { ...A_MESSAGE, ...change }
    const code = await codeFor(draft.email, sender)
    return contact.write(senderOf(sender), { ...draft, code })
  }

  const anImage = async () =>
    (await withFile(await aPhoto(), (file) => uploads.receive(file, { address: '203.0.113.7' }))).token

  async function runDueWork(): Promise<void> {
    for (const { run } of [...contact.domainModule.scheduledTasks!, ...uploads.domainModule.scheduledTasks!])
      await run(silentWorker)
  }

  const mailsTo = async (email: string) => {
    await messages.sendDue()
    return mail.sent.filter(({ to }) => to === email)
  }
  const auditOf = (subject: string) =>
    db.selectFrom('audit_entry').selectAll().where('subject', '=', subject).orderBy('audit_entry_id').execute()

  return { ...app, uploads, objects, contact, senderOf, codeFor, write, anImage, runDueWork, mailsTo, auditOf }
}
