import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { taken } from '#contract/admin/tickets.ts'
import { TICKET_CODE_LENGTH } from '#contract/cinema.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CloseIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { SEARCH_FIELD } from '../../shell/use-keys.ts'
import { SelectFilter } from '../../table/filters.tsx'
import type { TableParams } from '../../table/use-table-params.ts'
import { CounterIcon } from '../../widgets/icons.ts'
import { Panel } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { type CounterMode, type Scan, useCounter } from './use-counter.ts'
import styles from './tickets.module.css'

const MODES = ['admit', 'check'] as const
const SHOWTIMES = 100
const POLL_MS = 30_000

/** For a phone or tablet: a code is scanned, pasted or typed; what it is stands in large words. */
export function Counter({ filter, set }: Pick<TableParams<'showtime'>, 'filter' | 'set'>) {
  const text = useText('consoleTickets')
  const { language } = useCallContext()
  const [mode, setMode] = useState<CounterMode>('admit')
  const showtimes = useRead(taken, { limit: SHOWTIMES }, { pollMs: POLL_MS }).data?.list ?? []
  const { scans, scan, undoScan, isPending } = useCounter({ mode, showtimeId: filter.showtime })
  return (
    <div className={styles.counter}>
      <div className={styles.choices}>
        <SelectFilter
          label={text.showtime}
          value={filter.showtime ?? ''}
          isRequired
          options={[
            ['', text.anyShowtime],
            ...showtimes.map(({ showtimeId, film, cinema, startsAt, admitted, tickets }) => {
              const count = `${formatNumber(admitted, language)}/${formatNumber(tickets, language)}`
              const name = `${formatInstant(startsAt, language)} ${film[language]} · ${cinema[language]}`
              return [showtimeId, text.option(name, count)] as const
            }),
          ]}
          onChange={(showtime) => set({ showtime })}
        />
        <Segments
          label={text.mode}
          value={mode}
          options={MODES.map((one) => [one, text.modes[one]])}
          onChange={setMode}
        />
      </div>
      <CodeForm label={text.submit[mode]} isPending={isPending} onCode={scan} />
      <Result scan={scans[0]} onUndo={undoScan} />
      <Recent scans={scans.slice(1)} onUndo={undoScan} />
    </div>
  )
}

const isWhole = (typed: string): boolean => typed.replaceAll(/[^0-9A-Za-z]/g, '').length >= TICKET_CODE_LENGTH

interface CodeFormProps {
  label: string
  isPending: boolean
  onCode: (code: string) => Promise<void>
}

/** A whole code is sent by itself: scanners differ in what they type after it. */
function CodeForm({ label, isPending, onCode }: CodeFormProps) {
  const text = useText('consoleTickets')
  const shell = useShellText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  useScanner(field)
  const send = (code: string) => {
    setTyped('')
    if (code.trim() !== '') void onCode(code.trim())
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send(typed)
  }
  return (
    <form className={styles.codeForm} onSubmit={onSubmit}>
      <label className={styles.codeLabel} htmlFor="ticket-code">
        {text.code}
      </label>
      <input
        ref={field}
        id="ticket-code"
        className={styles.code}
        value={typed}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-describedby="ticket-code-hint"
        {...{ [SEARCH_FIELD]: '' }}
        onChange={({ target, nativeEvent }) => {
          const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
          if (!isComposing && isWhole(target.value)) send(target.value)
          else setTyped(target.value)
        }}
      />
      <Button type="submit" look="primary" busy={isPending} busyText={shell.busy}>
        {label}
      </Button>
      <p id="ticket-code-hint" className={styles.hint}>
        {text.codeHint}
      </p>
    </form>
  )
}

/** A scanner types: whatever has the focus, its first letter goes to the field, and to no key of the console. */
function useScanner(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    field.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-9A-Za-z]$/.test(key)) return
      if (document.querySelector('dialog[open]')) return
      if (target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select')) return
      event.stopPropagation()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [field])
}

const TONES = { admitted: 'ok', valid: 'ok', unanswered: 'warn', early: 'warn', otherShowtime: 'warn' } as const
const toneOf = (word: Scan['word']): 'ok' | 'warn' | 'bad' =>
  word in TONES ? TONES[word as keyof typeof TONES] : 'bad'
const ICONS = { ok: CheckIcon, warn: WarningIcon, bad: CloseIcon } as const

function useWords() {
  const text = useText('consoleTickets')
  return (word: Scan['word']): string => (word === 'unanswered' ? text.unanswered : text.words[word])
}

interface ScanProps {
  onUndo: (scan: Scan, done: string) => Promise<void>
}

function Result({ scan, onUndo }: ScanProps & { scan: Scan | undefined }) {
  const text = useText('consoleTickets')
  const { language } = useCallContext()
  const wordOf = useWords()
  const tone = scan && toneOf(scan.word)
  const Icon = tone ? ICONS[tone] : CounterIcon
  return (
    <section className={styles.result} data-tone={tone}>
      <output className={styles.says} key={scan?.key}>
        <Icon size={40} />
        <span className={styles.word}>{scan ? wordOf(scan.word) : text.ready}</span>
        {scan ? <Facts scan={scan} /> : <span>{text.readyText}</span>}
      </output>
      {scan?.count ? (
        <p className={styles.count}>
          {text.count(formatNumber(scan.count.admitted, language), formatNumber(scan.count.tickets, language))}
        </p>
      ) : null}
      {scan ? <Undo scan={scan} onUndo={onUndo} /> : null}
    </section>
  )
}

function Facts({ scan: { showtime, used, message, word } }: { scan: Scan }) {
  const text = useText('consoleTickets')
  const { language } = useCallContext()
  return (
    <>
      {message ? <span>{message}</span> : null}
      {word === 'used' && used?.admittedAt ? (
        <span>
          <strong>{text.usedAt(formatTime(used.admittedAt, language), used.admittedBy ?? '')}</strong>
        </span>
      ) : null}
      {showtime ? (
        <span>
          {showtime.film[language]} · {showtime.cinema[language]} ·{' '}
          {text.starts(formatInstant(showtime.startsAt, language))}
        </span>
      ) : null}
    </>
  )
}

function Undo({ scan, onUndo }: ScanProps & { scan: Scan }) {
  const text = useText('consoleTickets')
  const left = useCountdown(scan.checkIn?.until)
  if (!scan.checkIn || left === 0) return null
  return <Button onClick={() => void onUndo(scan, text.undone)}>{text.undo(left)}</Button>
}

function Recent({ scans, onUndo }: ScanProps & { scans: readonly Scan[] }) {
  const text = useText('consoleTickets')
  const { language } = useCallContext()
  const wordOf = useWords()
  return (
    <Panel title={text.recent}>
      {scans.length === 0 ? <p className={styles.nothing}>{text.noneRecent}</p> : null}
      <ol className={styles.recent}>
        {scans.map((scan) => (
          <li key={scan.key} data-tone={toneOf(scan.word)}>
            <strong>{wordOf(scan.word)}</strong>
            <span>{scan.showtime?.film[language]}</span>
            <code>…{scan.code.slice(-4).toUpperCase()}</code>
            <Undo scan={scan} onUndo={onUndo} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
