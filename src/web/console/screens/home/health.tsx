import { find, HEALTH_STATES } from '#contract/admin/health.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber, formatScore } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Panel } from '../../widgets/page.tsx'
import { Pill, type Tone } from '../../widgets/pill.tsx'
import { FailedState } from '../../widgets/state.tsx'
import styles from './health.module.css'

type Line = AdminOutputOf<typeof find>['list'][number]

const TONES = { ok: 'ok', watch: 'warn', act: 'bad' } as const satisfies Record<Line['state'], Tone>
const POLL_MS = 60_000
const GIGABYTE = 1e9
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
          ? list.map((line) => <HealthTile key={line.name} line={line} />)
          : BONES.map((at) => (
              <li key={at} className={styles.line}>
                <span className={styles.bone} />
                {at === 0 ? <span className="visually-hidden">{shell.loading}</span> : null}
              </li>
            ))}
      </ul>
    </Panel>
  )
}

function HealthTile({ line }: { line: Line }) {
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

function useValue({ name, value }: Line): string {
  const text = useText('consoleHealth')
  const { language } = useCallContext()
  if (name === 'fourEyes') return value === 0 ? text.off : text.on
  if (value === null) return name === 'backup' ? text.noBackup : text.notChecked
  if (name === 'disk') return text.free(formatNumber(value / GIGABYTE, language))
  if (name === 'backup') return text.size(formatScore(value / GIGABYTE, language))
  const count = formatNumber(value, language)
  return name === 'ledger' || name === 'orders' ? text.differences(count) : text.items(count)
}
