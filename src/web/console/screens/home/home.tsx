import { list as listEntries } from '#contract/admin/audit.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { hasRole, type Me, useMe } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { actorName, textKey } from '../../widgets/changes.tsx'
import { IngestIcon } from '../../widgets/icons.ts'
import { Page, Panel } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import { Drafts } from './drafts.tsx'
import { Health } from './health.tsx'
import { HeldWork } from './held-work.tsx'
import styles from './home.module.css'
import { Todo } from './todo.tsx'

const POLL_MS = 60_000
const RECENT = 8

export function Home() {
  const me = useMe()
  const shell = useShellText()
  if (!me) return null
  return (
    <Page title={shell.screens.home} actions={hasRole(me, ['catalogue']) ? <FilmActions /> : undefined}>
      <div className={styles.grid}>
        <Todo me={me} />
        <You me={me} />
        <HeldWork me={me} />
        {hasRole(me, ['catalogue']) ? <Drafts /> : null}
        <Health />
        <Recent me={me} />
      </div>
    </Page>
  )
}

/** Where a film begins: with its file, or with its texts. */
function FilmActions() {
  const text = useText('consoleHome')
  return (
    <>
      <Button icon={<IngestIcon size={16} />} href={href(PATHS.ingest)}>
        {text.upload}
      </Button>
      <Button look="primary" icon={<PlusIcon size={16} />} href={href(`${PATHS.titles}/new`)}>
        {text.newTitle}
      </Button>
    </>
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
