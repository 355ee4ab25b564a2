import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { messageList, readMessages } from '#contract/messages.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { BellIcon } from '#web/ui/feature-icons.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import { keepUnits } from '#web/ui/keep-units.ts'
import { showAsRead } from './message-cache.ts'
import styles from './message-screen.module.css'

type MessagePage = OutputOf<typeof messageList>
type Message = MessagePage['list'][number]

const MESSAGES = endpointUrl(messageList)
const PAGE_SIZE = 20
/** Maximum ids in one call. */
const READ_AT_ONCE = 50

/** The member's messages, newest first. Opening one marks it as read. */
export function MessageScreen() {
  const { messages: text } = useText('account')
  const { site } = useShellText()
  const { language } = useCallContext()
  const pages = usePages<MessagePage>(MESSAGES, { pageSize: PAGE_SIZE })
  const markRead = useMarkRead()
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  const total = pages.data?.pages[0]?.total ?? 0
  const unread = list.filter(({ read }) => !read).map(({ messageId }) => messageId)
  return (
    <>
      <ScreenHead title={text.title}>
        {unread.length > 0 ? (
          <Button
            look="outline"
            size="s"
            onClick={async () => {
              if (await markRead(unread)) showToast({ text: text.marked })
            }}
          >
            {text.allRead}
          </Button>
        ) : null}
      </ScreenHead>
      <PagedList
        pages={pages}
        count={list.length}
        text={text}
        labels={site}
        icon={<BellIcon size={26} />}
        waiting={<PanelSkeleton lines={6} />}
        shown={
          total > PAGE_SIZE ? text.shown(formatNumber(list.length, language), formatNumber(total, language)) : undefined
        }
      >
        <ul className={styles.list}>
          {list.map((message) => (
            <MessageLine
              key={message.messageId}
              message={message}
              onOpen={() => {
                if (!message.read) void markRead([message.messageId])
              }}
            />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

const ACTIONS = { redeem: () => paths.giftCard('redeem') } as const

/** One message; its title expands it. */
function MessageLine({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { messages: text } = useText('account')
  const { language } = useCallContext()
  const [isOpen, setOpen] = useState(false)
  const id = `message-${message.messageId}`
  return (
    <li className={styles.message}>
      <h2>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen)
            if (!isOpen) onOpen()
          }}
        >
          <span className={message.read ? styles.noDot : styles.dot} />
          {message.read ? null : <span className="visually-hidden">{text.unread}</span>}
          <span className={message.read ? styles.title : styles.unread}>{message.title}</span>
          <time className={styles.time} dateTime={message.sentAt}>
            {formatInstant(message.sentAt, language)}
          </time>
          <span className={styles.arrow}>
            <ChevronDownIcon size={18} />
          </span>
        </button>
      </h2>
      <div id={id} className={styles.body} hidden={!isOpen}>
        <p>{keepUnits(message.body)}</p>
        {message.action ? (
          <a className={styles.action} href={ACTIONS[message.action]()}>
            {text.actions[message.action]}
          </a>
        ) : null}
        {message.path === undefined ? null : (
          <a className={styles.action} href={`#${message.path}`}>
            {text.actions.open}
          </a>
        )}
      </div>
    </li>
  )
}

/** Marks unread messages as read, on screen at once, in as many calls as they take; false when one was refused. */
function useMarkRead(): (messageIds: readonly string[]) => Promise<boolean> {
  const queries = useQueryClient()
  const { submit } = useSubmit(readMessages, { concurrent: true, toastsRefusals: true, invalidates: [messageList] })
  return async (messageIds) => {
    await showAsRead(queries, messageIds)
    for (let at = 0; at < messageIds.length; at += READ_AT_ONCE) {
      const answer = await submit({ messageIds: messageIds.slice(at, at + READ_AT_ONCE) })
      if (answer.result === 'FAILED') {
        void queries.invalidateQueries(queriesOf(messageList))
        return false
      }
    }
    return true
  }
}
