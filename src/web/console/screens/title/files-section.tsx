import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useEditor } from './editor-context.ts'
import { useLanguageName } from './names.ts'
import { Section } from './section.tsx'
import styles from './title.module.css'

/** What the title plays, as ingest has made it. */
export function FilesSection() {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { title } = useEditor()
  const { language } = useCallContext()
  const nameOf = useLanguageName()
  const namesOf = (tags: readonly string[]) => tags.map(nameOf).join(shell.comma) || shell.none
  const assets = title?.assets ?? []
  return (
    <Section name="files" title={text.sections.files}>
      {assets.length === 0 ? <p className={styles.note}>{text.noFiles}</p> : null}
      <ul className={styles.files}>
        {assets.map((asset) => (
          <li key={`${asset.programGuid} ${asset.assetId}`}>
            <strong>{text[asset.role]}</strong>
            <span>{asset.programGuid}</span>
            <span>{formatDuration(asset.durationMs / 1000, language)}</span>
            <span>{asset.maxResolution}</span>
            <span>{text.audio(namesOf(asset.audioLanguages))}</span>
            <span>{text.subtitles(namesOf(asset.subtitleLanguages))}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
