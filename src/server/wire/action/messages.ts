import * as endpoints from '#contract/messages.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'

export const messages = bind(endpoints, ({ messages }) => ({
  messageList: async ({ accountId, language }, { page, pageSize = PAGE_SIZE.landscape }) => {
    const { list, ...counts } = await messages.list({ accountId, language, page, pageSize })
    return { ...counts, list: list.map((entry) => ({ ...entry, sentAt: wireInstant(entry.sentAt) })) }
  },

  readMessages: async ({ accountId }, { messageIds }) => {
    await messages.read(accountId, messageIds)
    return {}
  },
}))
