import * as endpoints from '#contract/contact.ts'
import type { ContactSender } from '#server/domains/contact/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'

export const contact = bind(endpoints, ({ contact }) => ({
  sendContactCode: (viewer, { email }, call) => contact.sendCode(senderOf(viewer, call), email),

  contactUs: async (viewer, { areaCode, phone, loginAccount, ...message }, call) => {
    const draft = { ...message, phone: toInternational(phone, areaCode), loginAccount: loginAccount ?? '' }
    return { caseNumber: await contact.write(senderOf(viewer, call), draft) }
  },
}))

function senderOf(viewer: Viewer, { address, context }: CallInfo): ContactSender {
  const { language } = viewer
  const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
  return { accountId, language, address, device: context }
}

/** `+85228881234` of eight digits, or with the area code. */
const toInternational = (phone: string, areaCode: string): string =>
  phone.length === 8 ? `+${areaCode}${phone}` : `+${phone.replace('+', '')}`
