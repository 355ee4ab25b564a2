import { list as listApprovals } from '#contract/admin/approvals.ts'
import { list as listEntries } from '#contract/admin/audit.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { hasRole, type Me, useMe } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ROW_OPENER } from '../../shell/use-keys.ts'
import { actorName, textKey } from '../../widgets/changes.tsx'
import { ApprovalIcon } from '../../widgets/icons.ts'
import { Page, Panel } from '../../widgets/page.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { Health } from './health.tsx'
import styles from './home.module.css'

const POLL_MS = 60_000
const RECENT = 8

export function Home() {
  const me = useMe()
  const shell = useShellText()
  if (!me) return null
  return (
    <Page title={shell.screens.home}>
      <div className={styles.grid}>
        <Todo me={me} />
        <You me={me} />
        <Health />
        <Recent me={me} />
      </div>
    </Page>
  )
}

/** In order of deadline. */
function Todo({ me }: { me: Me }) {
  const text = useText('consoleHome')
  const shell = useShellText()
  const { language } = useCallContext()
  const decides = hasRole(me, ['finance', 'administrator'])
  const waiting = useRead(
    listApprovals,
    { filter: { state: 'waiting' }, sort: 'askedAt', limit: 200 },
    { enabled: decides, pollMs: POLL_MS },
  )
  const own = waiting.data?.list.filter(({ requester }) => requester.operatorId === me.operator.operatorId) ?? []
  const [first] = own
  const isEmpty = me.approvals === 0 && first === undefined
  return (
    <Panel title={text.todo}>
      {waiting.error ? (
        <FailedState error={waiting.error} onRetry={() => void waiting.refetch()} />
      ) : decides && waiting.isPending ? (
        <div className={styles.line} aria-busy="true">
          <span className={styles.bone} />
          <span className="visually-hidden">{shell.loading}</span>
        </div>
      ) : isEmpty ? (
        <State icon={<CheckIcon size={22} />} title={text.nothing} text={decides ? text.nothingText : undefined} />
      ) : (
        <ul>
          {me.approvals > 0 ? (
            <Line
              icon={<ApprovalIcon size={18} />}
              tone="warn"
              title={text.approvals(me.approvals)}
              text={text.approvalsText}
            />
          ) : null}
          {first ? (
            <Line
              icon={<ClockIcon size={18} />}
              tone="blue"
              title={text.own(own.length)}
              text={text.ownText(shell.hongKong(formatInstant(first.expiresAt, language)))}
            />
          ) : null}
        </ul>
      )}
    </Panel>
  )
}

interface LineProps {
  icon: React.ReactNode
  tone: 'warn' | 'blue'
  title: string
  text: string
}

function Line({ icon, tone, title, text }: LineProps) {
  const { open } = useText('consoleHome')
  return (
    <li className={styles.line}>
      <span className={styles.icon} data-tone={tone}>
        {icon}
      </span>
      <p className={styles.what}>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
      <Button size="s" href={href(PATHS.approvals)} {...{ [ROW_OPENER]: '' }}>
        {open}
      </Button>
    </li>
  )
}

function You({ me }: { me: Me }) {
  const text = useText('consoleHome')
  const shell = useShellText()
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [text.signedIn, me.operator.email],
    [text.roles, me.roles.map((role) => shell.roles[role]).join(shell.comma)],
    [text.until, <When key="until" at={me.expiresAt} />],
    [text.idle, <When key="idle" at={me.idleAt} />],
  ]
  return (
    <Panel title={text.you} note={shell.time}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Recent({ me }: { me: Me }) {
  const text = useText('consoleHome')
  const shell = useShellText()
  const { actions } = useText('consoleActions')
  const { language } = useCallContext()
  const { data, error, refetch } = useRead(listEntries, { limit: RECENT }, { pollMs: POLL_MS })
  return (
    <Panel
      title={hasRole(me, ['administrator']) ? text.recent : text.recentOwn}
      note={
        <>
          {shell.time}{' '}
          <a className={styles.link} href={href(PATHS.audit)}>
            {text.seeAll}
          </a>
        </>
      }
    >
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data?.list.length === 0 ? <p className={styles.none}>{text.noneRecent}</p> : null}
      <ul className={styles.recent} aria-busy={data === undefined || undefined}>
        {data
          ? data.list.map(({ auditEntryId, at, actor, action, about }) => (
              <li key={auditEntryId}>
                <When at={at} />
                <span>{actorName(actor)}</span>
                <span>
                  <strong>{actions[textKey(action)] ?? action}</strong>
                  {about ? ` · ${about[language] || about.zh_HK || about.en_US}` : null}
                </span>
              </li>
            ))
          : error
            ? null
            : Array.from({ length: RECENT }, (_, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a bone is its place
                <li key={at}>
                  <span className={styles.bone} />
                  {at === 0 ? <span className="visually-hidden">{shell.loading}</span> : null}
                </li>
              ))}
      </ul>
    </Panel>
  )
}
