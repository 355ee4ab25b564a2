import { type ReactNode, useId, useState } from 'react'
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
import { PreviewFrame, WIDTHS, type Width } from './preview-frame.tsx'
import { type PreviewDrafts, usePreview } from './use-preview.ts'

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
