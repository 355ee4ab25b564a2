import { list as listApprovals } from '#contract/admin/approvals.ts'
import { LIST_MAX } from '#contract/admin/forms.ts'
import { QUEUE_COUNT_MAX, QUEUE_SCREENS } from '#contract/admin/session.ts'
import { list as listOrders } from '#contract/admin/orders.ts'
import { list as listTitles } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon, PackageIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useRead } from '../../client/use-read.ts'
import { hasRole, type Me } from '../../client/session.ts'
import { endOfDaysFromNow, instantOf } from '../../form/hong-kong.rules.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ROW_OPENER } from '../../shell/use-keys.ts'
import { ApprovalIcon, CommentsIcon, ContactIcon, SubmissionsIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import styles from './home.module.css'

const POLL_MS = 60_000

const QUEUES = {
  contact: { path: PATHS.contact, Icon: ContactIcon },
  comments: { path: PATHS.comments, Icon: CommentsIcon },
  sales: { path: `${PATHS.sales}?view=deliveries`, Icon: PackageIcon },
  submissions: { path: PATHS.submissions, Icon: SubmissionsIcon },
} as const satisfies Record<(typeof QUEUE_SCREENS)[number], object>

/** What waits for the operator: approvals first, then their queues, then windows that end. */
export function Todo({ me }: { me: Me }) {
  const text = useText('consoleHome')
  const shell = useShellText()
  const decides = hasRole(me, ['finance', 'administrator'])
  const waiting = useRead(
    listApprovals,
    { filter: { state: 'waiting' }, sort: 'askedAt', limit: 200 },
    { enabled: decides, pollMs: POLL_MS },
  )
  const ending = useEndingWindows(hasRole(me, ['catalogue']))
  const disputes = useDisputes(hasRole(me, ['finance']))
  const own = waiting.data?.list.filter(({ requester }) => requester.operatorId === me.operator.operatorId) ?? []
  const queues = Object.values(me.queues).reduce((sum, count) => sum + count, 0)
  const isEmpty = me.approvals + own.length + queues + ending.count + disputes.count === 0
  const failed = [waiting, ending, disputes].find(({ error }) => error)
  return (
    <Panel title={text.todo}>
      {failed?.error ? (
        <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (decides && waiting.isPending) || ending.isPending || disputes.isPending ? (
        <div className={styles.line} aria-busy="true">
          <span className={styles.bone} />
          <span className="visually-hidden">{shell.loading}</span>
        </div>
      ) : isEmpty ? (
        <State icon={<CheckIcon size={22} />} title={text.nothing} text={decides ? text.nothingText : undefined} />
      ) : (
        <ul>
          <ApprovalLines me={me} own={own} />
          {disputes.count > 0 ? <DisputeLine {...disputes} /> : null}
          <QueueLines me={me} />
          {ending.count > 0 ? <EndingLine {...ending} /> : null}
        </ul>
      )}
    </Panel>
  )
}

function ApprovalLines({ me, own }: { me: Me; own: readonly { readonly expiresAt: string }[] }) {
  const text = useText('consoleHome')
  const shell = useShellText()
  const { language } = useCallContext()
  const [first] = own
  return (
    <>
      {me.approvals > 0 ? (
        <Line
          icon={<ApprovalIcon size={18} />}
          tone="warn"
          title={text.approvals(me.approvals)}
          text={text.approvalsText}
          path={PATHS.approvals}
        />
      ) : null}
      {first ? (
        <Line
          icon={<ClockIcon size={18} />}
          tone="blue"
          title={text.own(own.length)}
          text={text.ownText(shell.hongKong(formatInstant(first.expiresAt, language)))}
          path={PATHS.approvals}
        />
      ) : null}
    </>
  )
}

function QueueLines({ me }: { me: Me }) {
  const { queues } = useText('consoleHome')
  return QUEUE_SCREENS.map((screen) => {
    const count = me.queues[screen] ?? 0
    if (count === 0) return null
    const { path, Icon } = QUEUES[screen]
    const { title, text } = queues[screen]
    const shown = count >= QUEUE_COUNT_MAX ? `${QUEUE_COUNT_MAX - 1}+` : String(count)
    return <Line key={screen} icon={<Icon size={18} />} tone="blue" title={title(shown)} text={text} path={path} />
  })
}

/** Open disputes of payments, and the first deadline among them that has not passed; of passed ones alone, the last. */
function useDisputes(enabled: boolean) {
  const { data, error, isPending, refetch } = useRead(
    listOrders,
    { filter: { state: 'disputed' }, limit: LIST_MAX },
    { enabled, pollMs: POLL_MS },
  )
  const deadlines = (data?.list.flatMap((order) => order.answerBy ?? []) ?? []).toSorted(
    (a, b) => Date.parse(a) - Date.parse(b),
  )
  const answerBy = deadlines.find((at) => Date.parse(at) > serverNow()) ?? deadlines.at(-1)
  return { count: data?.total ?? 0, answerBy, error, isPending: enabled && isPending, refetch }
}

function DisputeLine({ count, answerBy }: Pick<ReturnType<typeof useDisputes>, 'count' | 'answerBy'>) {
  const { disputes } = useText('consoleHome')
  const { language } = useCallContext()
  const isPast = answerBy !== undefined && Date.parse(answerBy) <= serverNow()
  const sayDeadline = isPast ? disputes.passed : disputes.answerBy
  return (
    <Line
      icon={<WarningIcon size={18} />}
      tone="warn"
      title={disputes.title(count)}
      text={answerBy === undefined ? disputes.text : sayDeadline(formatInstant(answerBy, language))}
      path={`${PATHS.orders}?state=disputed`}
    />
  )
}

const ENDING_DAYS = 30

/** Live titles of which a window ends in the next days. */
function useEndingWindows(enabled: boolean) {
  const before = endOfDaysFromNow(ENDING_DAYS, serverNow())
  const { data, error, isPending, refetch } = useRead(
    listTitles,
    { filter: { state: 'live', endsBefore: instantOf(before) }, sort: 'ends', limit: 1 },
    { enabled, pollMs: POLL_MS },
  )
  return {
    before,
    count: data?.total ?? 0,
    isMore: data?.isMore ?? false,
    error,
    isPending: enabled && isPending,
    refetch,
  }
}

function EndingLine({
  before,
  count,
  isMore,
}: Pick<ReturnType<typeof useEndingWindows>, 'before' | 'count' | 'isMore'>) {
  const text = useText('consoleHome')
  const { language } = useCallContext()
  const shown = `${formatNumber(count, language)}${isMore ? '+' : ''}`
  const filter = new URLSearchParams({ state: 'live', endsBefore: before, sort: 'ends' })
  return (
    <Line
      icon={<ClockIcon size={18} />}
      tone="blue"
      title={text.ending(shown, ENDING_DAYS)}
      text={text.endingText}
      path={`${PATHS.titles}?${filter.toString()}`}
    />
  )
}

interface LineProps {
  icon: React.ReactNode
  tone: 'warn' | 'blue'
  title: string
  text: string
  path: string
}

function Line({ icon, tone, title, text, path }: LineProps) {
  const { open, openOf } = useText('consoleHome')
  return (
    <li className={styles.line}>
      <span className={styles.icon} data-tone={tone}>
        {icon}
      </span>
      <p className={styles.what}>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
      <Button size="s" href={href(path)} aria-label={openOf(title)} {...{ [ROW_OPENER]: '' }}>
        {open}
      </Button>
    </li>
  )
}
