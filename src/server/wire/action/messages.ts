import { messageList, readMessages } from '#contract/messages.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Handle } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { memberOf } from './members.ts'

/** The member's own messages. */
export const messages = (on: Handle, { messages }: { readonly messages: Messages }) => {
  on(messageList, async (viewer, { page, pageSize = PAGE_SIZE.landscape }) => {
    const { accountId, language } = memberOf(viewer)
    const { list, ...counts } = await messages.list({ accountId, language, page, pageSize })
    return { ...counts, list: list.map((entry) => ({ ...entry, sentAt: wireInstant(entry.sentAt) })) }
  })

  on(readMessages, async (viewer, { messageIds }) => {
    await messages.read(memberOf(viewer).accountId, messageIds)
    return {}
  })
}
