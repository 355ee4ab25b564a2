import { type ReactNode, useId, useState, useEffect, useLayoutEffect, useRef } from 'react'
import { PREVIEW_PROFILES, type PreviewProfile } from '#contract/admin/preview.ts'
import { LANGUAGES, type Language } from '#contract/languages.ts'
import { REGIONS } from '#contract/regions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldFrame } from '#web/ui/form/field.tsx'
import { instantOf, typedOf } from '../form/hong-kong.rules.ts'
import { Segments } from '../widgets/segments.tsx'
import { useShellText } from '../shell/shell-text.ts'
import { Loading } from '../shell/waiting.tsx'
import { FailedState } from '../widgets/state.tsx'
import styles from './preview-dialog.module.css'
import { type PreviewDrafts, usePreview } from './use-preview.ts'
import { PREVIEW_ESCAPE } from '#contract/preview.ts'

/** CSS px of the screens that the site is made for. */
const SIZES = { phone: 390, tablet: 820, desktop: 1_440 } as const
const WIDTHS = ['phone', 'tablet', 'desktop'] as const satisfies readonly (keyof typeof SIZES)[]
type Width = (typeof WIDTHS)[number]

interface PreviewDialogProps {
  /** What is looked at, in words. */
  name: string
  /** The screen of the site that is shown first: a path of its hash, `/category/list`. */
  path: string
  /** Saves what is typed. @returns the drafts that are shown */
  drafts: () => Promise<PreviewDrafts>
  onClose: () => void
}

type Region = (typeof REGIONS)[number]

interface Choices {
  /** As `datetime-local` holds it. */
  readonly typed: string
  readonly region: Region
  readonly profile: PreviewProfile
  readonly language: Language
}

/** The real site with the operator's drafts, at a time, a place and for a viewer of their choice. */
export function PreviewDialog({ name, path, drafts, onClose }: PreviewDialogProps) {
  const text = useText('consolePreview')
  const shell = useShellText()
  const { language } = useCallContext()
  const [choices, setChoices] = useState<Choices>(() => ({
    typed: typedOf(new Date(serverNow()).toISOString()),
    region: 'HK',
    profile: 'visitor',
    language,
  }))
  const [width, setWidth] = useState<Width>('desktop')
  const { typed, language: siteLanguage, ...viewer } = choices
  const at = instantOf(typed)
  const { url, error, reload } = usePreview(at === undefined ? undefined : { ...viewer, siteLanguage, at }, drafts)
  const src = url && `${url}${path}`
  return (
    <Dialog title={text.title(name)} look="full" className={styles.dialog} closeLabel={shell.close} onClose={onClose}>
      <PreviewControls choices={choices} onChange={setChoices}>
        <Segments
          label={text.width}
          value={width}
          options={WIDTHS.map((each) => [each, text.widths[each]])}
          onChange={setWidth}
        />
        <Button size="s" onClick={reload}>
          {text.reload}
        </Button>
        <Button size="s" look="outline" href={src} target="_blank" rel="noreferrer" disabled={src === undefined}>
          {text.ownWindow}
        </Button>
      </PreviewControls>
      <p className={styles.note}>{text.note}</p>
      <div className={styles.stage}>
        {at === undefined ? <p className={styles.note}>{text.timeNeeded}</p> : null}
        {error ? <FailedState error={error} onRetry={reload} /> : null}
        {at !== undefined && !error && src === undefined ? <Loading /> : null}
        {src === undefined ? null : <PreviewFrame key={src} src={src} width={width} onEscape={onClose} />}
      </div>
    </Dialog>
  )
}

interface ControlsProps {
  choices: Choices
  onChange: (choices: Choices) => void
  children: ReactNode
}

function PreviewControls({ choices, onChange, children }: ControlsProps) {
  const text = useText('consolePreview')
  const { regions } = useText('consoleTitles')
  const id = useId()
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change })
  return (
    <div className={styles.controls}>
      <FieldFrame id={id} label={text.at}>
        <input
          id={id}
          className={styles.time}
          type="datetime-local"
          value={choices.typed}
          max="2999-12-31T23:59"
          onChange={({ target }) => set({ typed: target.value })}
        />
      </FieldFrame>
      <Segments
        label={text.region}
        value={choices.region}
        options={REGIONS.map((each) => [each, regions[each]])}
        onChange={(region) => set({ region })}
      />
      <Segments
        label={text.profile}
        value={choices.profile}
        options={PREVIEW_PROFILES.map((each) => [each, text.profiles[each]])}
        onChange={(profile) => set({ profile })}
      />
      <Segments
        label={text.language}
        value={choices.language}
        options={LANGUAGES.map((each) => [each, text.languages[each]])}
        onChange={(language) => set({ language })}
      />
      {children}
    </div>
  )
}

/** The site in its own width, made smaller where the window is narrower. It may not leave its frame. */
function PreviewFrame({ src, width, onEscape }: { src: string; width: Width; onEscape: () => void }) {
  const text = useText('consolePreview')
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (data === PREVIEW_ESCAPE && source !== null && source === frame.current?.contentWindow) onEscape()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [onEscape])
  const [box, setBox] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width: wide, height } = entry!.contentRect
      setBox({ width: wide, height })
    })
    watcher.observe(room.current!)
    return () => watcher.disconnect()
  }, [])
  const scale = box.width === 0 ? 1 : Math.min(1, box.width / SIZES[width])
  return (
    <div ref={room} className={styles.room}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={text.frame}
        src={src}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the site is ours; it may neither leave its frame nor open windows
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        style={{
          width: SIZES[width],
          height: box.height / scale,
          left: (box.width - SIZES[width] * scale) / 2,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  )
}
