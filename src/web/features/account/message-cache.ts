import type { QueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { messageList } from '#contract/messages.ts'
import { patchQuery, queriesOf } from '#web/kit/query-cache.ts'

type MessagePage = OutputOf<typeof messageList>

/** Shows unread messages as read at once, in the list and in the number of the navigation. */
export async function showAsRead(queries: QueryClient, messageIds: readonly string[]): Promise<void> {
  const which = queriesOf(messageList)
  // An answer still under way was requested before they were read.
  await queries.cancelQueries(which)
  const patch = (page: MessagePage): MessagePage => ({
    ...page,
    list: page.list.map((message) => (messageIds.includes(message.messageId) ? { ...message, read: true } : message)),
    unread: Math.max(0, page.unread - messageIds.length),
  })
  for (const query of queries.getQueryCache().findAll(which)) {
    patchQuery(queries, query, (response) => {
      const { pages } = response as { pages?: MessagePage[] }
      return pages ? { ...(response as object), pages: pages.map(patch) } : patch(response as MessagePage)
    })
  }
}
