import { endSilence, find, HEALTH_STATES, silence } from '#contract/admin/health.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { healthValue } from '#text/alarm-text.ts'
import { formatInstant, formatNumber, formatScore } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { BellIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { SilencedIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { FailedState } from '../../widgets/state.tsx'
import styles from './health.module.css'

type Line = AdminOutputOf<typeof find>['list'][number]

const TONES = { ok: 'ok', watch: 'warn', act: 'bad' } as const satisfies Record<Line['state'], Tone>
const POLL_MS = 60_000
const BONES = Array.from({ length: 8 }, (_, at) => at)

/** What must be acted on first. */
const ofState = (list: readonly Line[], state: Line['state']) => list.filter((line) => line.state === state)

export function Health() {
  const text = useText('consoleHealth')
  const shell = useShellText()
  const { data, error, refetch } = useRead(find, {}, { pollMs: POLL_MS })
  const list = data ? HEALTH_STATES.toReversed().flatMap((state) => ofState(data.list, state)) : []
  return (
    <Panel
      title={text.title}
      note={
        data ? (
          <span className={styles.counts}>
            {HEALTH_STATES.toReversed().map((state) => {
              const count = ofState(list, state).length
              return count > 0 ? (
                <Pill key={state} tone={TONES[state]} hasDot>
                  {text.count[state](count)}
                </Pill>
              ) : null
            })}
            <span className={styles.version}>{text.version(data.version)}</span>
          </span>
        ) : undefined
      }
    >
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      <ul className={styles.lines} aria-busy={data === undefined && !error ? true : undefined}>
        {data || error
          ? list.map((line) => <HealthTile key={line.name} line={line} isTold={data?.isTold ?? false} />)
          : BONES.map((at) => (
              <li key={at} className={styles.line}>
                <span className={styles.bone} />
                {at === 0 ? <span className="visually-hidden">{shell.loading}</span> : null}
              </li>
            ))}
      </ul>
      {data && !data.isTold ? <p className={styles.untold}>{text.untold}</p> : null}
    </Panel>
  )
}

function HealthTile({ line, isTold }: { line: Line; isTold: boolean }) {
  const text = useText('consoleHealth')
  const { language } = useCallContext()
  const { name, state, since } = line
  const { label, advice } = text.lines[name]
  const Icon = state === 'ok' ? CheckIcon : WarningIcon
  return (
    <li className={styles.line}>
      <p className={styles.head}>
        <span>{label}</span>
        <span className={styles.state} data-state={state}>
          <Icon size={14} />
          {text.states[state]}
        </span>
      </p>
      <p className={styles.value}>{useValue(line)}</p>
      {(isTold && name !== 'fourEyes') || line.silencedUntil ? <SilenceControl line={line} /> : null}
      {since ? <p className={styles.since}>{sinceOf(name, text)(formatInstant(since, language))}</p> : null}
      {state === 'ok' ? null : (
        <details className={styles.advice}>
          <summary>{text.advice}</summary>
          <p>{advice}</p>
        </details>
      )}
    </li>
  )
}

type HealthText = ReturnType<typeof useText<'consoleHealth'>>

const sinceOf = (name: Line['name'], text: HealthText) =>
  name === 'backup' ? text.finished : name === 'ledger' || name === 'orders' ? text.checked : text.since

function useValue(line: Line): string {
  const text = useText('consoleHealth')
  const { language } = useCallContext()
  return healthValue(line, text, {
    whole: (value) => formatNumber(value, language),
    tenths: (value) => formatScore(value, language),
  })
}

/** Everybody sees that a line is silenced; administrators change it. */
function SilenceControl({ line: { name, silencedUntil } }: { line: Line }) {
  const text = useText('consoleHealth')
  const me = useMe()
  const { language } = useCallContext()
  const start = useChange(silence, { invalidates: [find] })
  const end = useChange(endSilence, { invalidates: [find] })
  const { label } = text.lines[name]
  const mayChange = me !== undefined && hasRole(me, ['administrator'])
  const endNow = async () => {
    const answer = await end.submit({ name })
    showToast({ text: answer.result === 'FAILED' ? answer.message : text.isHeard(label) })
  }
  const silenceNow = async () => {
    const answer = await start.submit({ name })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    const until = formatInstant(answer.silencedUntil, language)
    return showToast({
      text: text.isSilenced(label, until),
      action: { label: text.endSilence, onClick: () => void endNow() },
    })
  }
  return (
    <p className={styles.silence} data-silenced={silencedUntil === null ? undefined : true}>
      {silencedUntil === null ? null : <span>{text.silenced(formatInstant(silencedUntil, language))}</span>}
      {mayChange ? (
        <IconButton
          label={silencedUntil === null ? text.silenceOf(label) : text.endSilenceOf(label)}
          icon={silencedUntil === null ? <BellIcon size={16} /> : <SilencedIcon size={16} />}
          size={36}
          disabled={start.pending || end.pending}
          onClick={() => void (silencedUntil === null ? silenceNow() : endNow())}
        />
      ) : null}
    </p>
  )
}
