import { Suspense, useState } from 'react'
import { former, takeBack } from '#contract/admin/ingest.ts'
import { find } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration, formatInstant } from '#web/kit/format.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useEditor } from './editor-context.ts'
import { useLanguageName } from './names.ts'
import { Section } from './section.tsx'
import styles from './title.module.css'

const TRACKS = lazyScreen(async () => (await import('../../tracks/tracks.tsx')).Tracks)

/** What the title plays, as ingest has made it. */
export function FilesSection() {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { title, isReadOnly } = useEditor()
  const { language } = useCallContext()
  const nameOf = useLanguageName()
  const namesOf = (tags: readonly string[]) => tags.map(nameOf).join(shell.comma) || shell.none
  const assets = title?.assets ?? []
  return (
    <Section name="files" title={text.sections.files}>
      {assets.length === 0 ? <p className={styles.note}>{text.noFiles}</p> : null}
      {title && !isReadOnly ? (
        <div className={styles.links}>
          <Button size="s" href={href(`${PATHS.ingest}?for=${title.programId}`)}>
            {text.addFile}
          </Button>
        </div>
      ) : null}
      <ul className={styles.files}>
        {assets.map((asset) => (
          // Other tracks are another file of the same place.
          <li key={`${asset.programGuid} ${asset.role}`}>
            <strong>{text[asset.role]}</strong>
            <span>{asset.programGuid}</span>
            <span>{formatDuration(asset.durationMs / 1000, language)}</span>
            <span>{asset.maxResolution}</span>
            <span>{text.audio(namesOf(asset.audioLanguages))}</span>
            <span>{text.subtitles(namesOf(asset.subtitleLanguages))}</span>
            {title && !isReadOnly ? (
              <AssetTracks
                assetId={asset.assetId}
                programId={title.programId}
                name={`${text[asset.role]} ${asset.programGuid}`}
                nameOf={nameOf}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {title && !isReadOnly ? <FormerFiles programId={title.programId} /> : null}
    </Section>
  )
}

interface AssetTracksProps {
  assetId: string
  programId: string
  name: string
  nameOf: (tag: string) => string
}

function AssetTracks({ assetId, programId, name, nameOf }: AssetTracksProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="s" aria-label={text.tracksOf(name)} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text.tracks}
      </Button>
      {isOpen ? (
        <div className={styles.tracks}>
          <Suspense fallback={<p className={styles.note}>{shell.loading}</p>}>
            <TRACKS.Screen key={assetId} assetId={assetId} programId={programId} nameOf={nameOf} />
          </Suspense>
        </div>
      ) : null}
    </>
  )
}

/** What was replaced by mistake can be taken back. */
function FormerFiles({ programId }: { programId: string }) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const { data } = useRead(former, { programId })
  const [chosen, setChosen] = useState<string>()
  const { submit } = useChange(takeBack, { invalidates: [former, find] })
  if (!data || data.list.length === 0) return null
  return (
    <>
      <h3 className={styles.subhead}>{text.formerFiles}</h3>
      <p className={styles.note}>{text.formerFilesNote}</p>
      <ul className={styles.files} aria-label={text.formerFiles}>
        {data.list.map(({ assetId, programGuid, role, durationMs, maxResolution, keptUntil }) => (
          <li key={assetId}>
            <strong>{text[role]}</strong>
            <span>{programGuid}</span>
            <span>{formatDuration(durationMs / 1000, language)}</span>
            <span>{maxResolution}</span>
            <span>{text.keptUntil(shell.hongKong(formatInstant(keptUntil, language)))}</span>
            <Button
              size="s"
              aria-label={text.takeBack.labelOf(`${text[role]} ${programGuid}`)}
              onClick={() => setChosen(assetId)}
            >
              {text.takeBack.label}
            </Button>
          </li>
        ))}
      </ul>
      {chosen === undefined ? null : (
        <Confirm
          title={text.takeBack.title}
          text={text.takeBack.text}
          label={text.takeBack.label}
          asksWhy="may"
          submit={(reason) => submit({ assetId: chosen, reason })}
          onDone={() => {
            setChosen(undefined)
            showToast({ text: text.takeBack.done })
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}
