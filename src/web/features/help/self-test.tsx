import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { BANDWIDTH_MBPS } from '#contract/ladder.ts'
import type { Abilities } from '#web/kit/device-capabilities.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useArticleLink } from '#web/viewer/articles/use-article-link.ts'
import { measuredAbilities } from '#web/viewer/cards/device-limits.ts'
import { noteContactDevice } from '#web/viewer/contact/contact-draft.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, FilmIcon, VolumeIcon, WarningIcon } from '#web/ui/icons.tsx'
import { CopyIcon, ReplayIcon, SpeedIcon } from '#web/ui/feature-icons.tsx'
import {
  missingOf,
  shareOf,
  shownSpeed,
  type Verdict,
  verdictOf,
  type Download,
  medianOf,
  speedOf,
} from './self-test.rules.ts'
import styles from './self-test.module.css'
import speedFile from 'virtual:speed-file'

interface Result extends Abilities {
  /** Megabits a second; undefined when it could not be measured. */
  mbps: number | undefined
}

/** Runs on demand: it downloads some megabytes. */
export function SelfTest({ title, isWanted }: { title: string; isWanted: boolean }) {
  const text = useText('help').test
  const { site } = useShellText()
  const id = useId()
  const ref = useRef<HTMLElement>(null)
  const { result, isRunning, run } = useSelfTest()
  useEffect(() => {
    if (isWanted) ref.current?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <section ref={ref} className={styles.card} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <output className={styles.state}>
          {result && !isRunning ? (
            <>
              <CheckIcon size={16} />
              {text.done}
            </>
          ) : (
            isRunning && text.busy
          )}
        </output>
      </div>
      <p className={styles.text}>{text.text}</p>
      <dl className={styles.lines}>
        <Line icon={<FilmIcon />} name={text.hevc} note={text.hevcText}>
          {result ? <Support isSupported={result.hevc} /> : null}
        </Line>
        <Line icon={<VolumeIcon />} name={text.dolby} note={text.dolbyText}>
          {result ? <Support isSupported={hasDolby(result)} /> : null}
        </Line>
        <Line icon={<SpeedIcon />} name={text.speed} note={text.speedText}>
          {result?.mbps === undefined ? null : <Speed mbps={result.mbps} />}
        </Line>
      </dl>
      <Meter mbps={result?.mbps} />
      {result ? <Conclusion result={result} /> : null}
      <div className={styles.actions}>
        <Button
          look="primary"
          icon={<ReplayIcon size={18} />}
          busy={isRunning}
          busyText={site.busy}
          onClick={() => void run()}
        >
          {result ? text.again : text.start}
        </Button>
        {result && !isRunning ? <CopyResult result={result} /> : null}
      </div>
      <ContactLink result={isRunning ? undefined : result} />
    </section>
  )
}

const hasDolby = ({ ac3, eac3 }: Abilities): boolean => ac3 || eac3

function useSelfTest() {
  const [result, setResult] = useState<Result>()
  const [isRunning, setRunning] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  async function run(): Promise<void> {
    if (isRunning) return
    const controller = new AbortController()
    stop.current = controller
    setRunning(true)
    const [abilities, mbps] = await Promise.all([measuredAbilities(), measureSpeed(controller.signal)])
    if (controller.signal.aborted) return
    setResult({ ...abilities, mbps })
    setRunning(false)
  }
  return { result, isRunning, run }
}

interface LineProps {
  icon: ReactNode
  name: string
  note: string
  children: ReactNode
}

function Line({ icon, name, note, children }: LineProps) {
  return (
    <div className={styles.line}>
      <dt className={styles.what}>
        <span className={styles.icon}>{icon}</span>
        <span>
          <span className={styles.name}>{name}</span>
          <span className={styles.note}>{note}</span>
        </span>
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

/** Words beside the sign: colour is never alone. */
function Support({ isSupported }: { isSupported: boolean }) {
  const text = useText('help').test
  return (
    <span className={isSupported ? styles.yes : styles.no}>
      {isSupported ? <CheckIcon size={16} /> : <WarningIcon size={16} />}
      {isSupported ? text.yes : text.no}
    </span>
  )
}

function Speed({ mbps }: { mbps: number }) {
  const text = useText('help').test
  const { figure, isOver } = shownSpeed(mbps)
  return (
    <span>
      {isOver ? `${text.over} ` : null}
      <span className={styles.number}>{figure}</span> {text.mbps}
    </span>
  )
}

/** The speed beside what each quality needs (SPEC 9). */
function Meter({ mbps }: { mbps: number | undefined }) {
  const { marks, range } = useText('help').test
  const { sd, hd, uhd } = BANDWIDTH_MBPS
  const scale = [
    { name: marks.sd, at: sd, label: String(sd) },
    { name: marks.hd, at: hd, label: String(hd) },
    { name: marks.uhd, at: (uhd.from + uhd.to) / 2, label: range(uhd.from, uhd.to) },
  ]
  return (
    <div className={styles.scale}>
      {scale.map(({ name, at, label }) => (
        <span key={name} className={styles.mark} style={{ left: `${shareOf(at)}%` }}>
          <span>{name}</span>
          <span>{label}</span>
        </span>
      ))}
      <div className={styles.meter} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${mbps === undefined ? 0 : shareOf(mbps)}%` }} />
        {[sd, hd, uhd.from, uhd.to].map((at) => (
          <span key={at} className={styles.tick} style={{ left: `${shareOf(at)}%` }} />
        ))}
      </div>
    </div>
  )
}

function Conclusion({ result: { mbps, hevc } }: { result: Result }) {
  const text = useText('help').test
  const reasonOf = useReason()
  if (mbps === undefined) return <p className={styles.failed}>{text.failed}</p>
  const verdict = verdictOf(mbps, hevc)
  return (
    <output className={verdict === 'none' ? styles.short : styles.verdict}>
      {verdict === 'none' ? <WarningIcon size={20} /> : <CheckIcon size={20} />}
      <span>
        <strong className={styles.name}>{text.verdict[verdict]}</strong>
        {reasonOf(verdict, mbps)}
      </span>
    </output>
  )
}

function useReason(): (verdict: Verdict, mbps: number) => string {
  const { reason } = useText('help').test
  const { sd, hd, uhd } = BANDWIDTH_MBPS
  return (verdict, mbps) => {
    switch (verdict) {
      case 'uhd':
        return reason.uhd(uhd.from, uhd.to)
      case 'hevcMissing':
        return reason.hevcMissing()
      case 'hd':
        return reason.hd(uhd.from, uhd.to, missingOf(mbps, uhd.from))
      case 'sd':
        return reason.sd(hd, missingOf(mbps, hd))
      case 'none':
        return reason.none(sd)
    }
  }
}

function useResultLines(): (result: Result) => string[] {
  const text = useText('help').test
  const word = (isSupported: boolean) => (isSupported ? text.yes : text.no)
  const speed = (mbps: number) => {
    const { figure, isOver } = shownSpeed(mbps)
    return `${isOver ? `${text.over} ` : ''}${figure} ${text.mbps}`
  }
  return (result) => [
    text.line(text.hevc, word(result.hevc)),
    text.line(text.dolby, word(hasDolby(result))),
    ...(result.mbps === undefined ? [] : [text.line(text.speed, speed(result.mbps))]),
  ]
}

/** For a message to support. */
function CopyResult({ result }: { result: Result }) {
  const text = useText('help').test
  const linesOf = useResultLines()
  const copy = () =>
    copyText([...linesOf(result), navigator.userAgent].join('\n'), { done: text.copied, failed: text.copyFailed })
  return (
    <Button icon={<CopyIcon size={18} />} onClick={() => void copy()}>
      {text.copy}
    </Button>
  )
}

/** Prefills the form's device with the result. */
function ContactLink({ result }: { result: Result | undefined }) {
  const text = useText('help').contact
  const linesOf = useResultLines()
  const href = useArticleLink()(paths.route(PATHS.contact))
  if (!href) return null
  const note = () => {
    if (result) noteContactDevice([deviceName(), ...linesOf(result)].join('; '))
  }
  return (
    <div className={styles.contact}>
      <h3 className={styles.name}>{text.title}</h3>
      <p className={styles.note}>{result ? text.withResult : text.text}</p>
      <Button look="outline" wide href={href} onClick={note}>
        {text.link}
      </Button>
    </div>
  )
}

const RUNS = 3
/** The limit of one run. */
const RUN_MS = 3000

/** The median of three runs. @returns megabits a second; undefined when every request failed */
async function measureSpeed(signal: AbortSignal): Promise<number | undefined> {
  const results: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const result = await measureOnce(signal).catch(() => undefined)
    if (signal.aborted) return undefined
    if (result !== undefined) results.push(result)
  }
  return medianOf(results)
}

/** A failure or timeout keeps the bytes so far. */
async function measureOnce(signal: AbortSignal): Promise<number | undefined> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(abort, RUN_MS)
  const download: Download = { sentMs: performance.now(), parts: [] }
  try {
    const response = await fetch(speedFile, { cache: 'no-store', signal: stop.signal })
    if (!response.ok || !response.body) return undefined
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read())
      download.parts.push({ bytes: part.value.length, atMs: performance.now() })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  return speedOf(download)
}
