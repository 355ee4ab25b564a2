import { type ReactNode, useState } from 'react'
import { type FoundTarget, type IngestTarget, targets } from '#contract/admin/ingest.ts'
import type { ConsoleIngestText } from '#text/zh_HK/console-ingest.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { SearchBox } from '../../table/filters.tsx'
import styles from './ingest.module.css'

export const episodeOf = ({ season, episode }: IngestTarget, text: ConsoleIngestText): string =>
  season !== null && episode !== null ? text.episode(season, episode) : ''

/** To its texts and windows, which can be filled in meanwhile. */
export const TitleLink = ({ target, children }: { target: IngestTarget; children: ReactNode }) => (
  <a className={styles.title} href={href(`${PATHS.titles}/${target.programId}`)}>
    {children}
  </a>
)

/** Which film or episode it is for: found by name or id. */
export function TargetField({
  target,
  onChange,
}: {
  target: IngestTarget | undefined
  onChange: (target: IngestTarget | undefined) => void
}) {
  const text = useText('consoleIngest')
  const { language } = useCallContext()
  if (target)
    return (
      <p className={styles.target}>
        <span className={styles.label}>{text.target}</span>
        <TitleLink target={target}>{target.title[language]}</TitleLink>
        <span>{episodeOf(target, text)}</span>
        <code>{target.programGuid}</code>
        <Button look="text" size="s" onClick={() => onChange(undefined)}>
          {text.change}
        </Button>
      </p>
    )
  return <TargetSearch onChange={onChange} />
}

function TargetSearch({ onChange }: { onChange: (target: IngestTarget) => void }) {
  const text = useText('consoleIngest')
  const shell = useShellText()
  const [wanted, setWanted] = useState('')
  const { data, error } = useRead(targets, { text: wanted }, { enabled: wanted !== '' })
  return (
    <div className={styles.search}>
      <SearchBox
        label={text.target}
        hint={text.targetHint}
        value={wanted}
        isMain={false}
        onSearch={(typed) => setWanted(typed ?? '')}
      />
      <div aria-live="polite">
        {error ? <p className={styles.problem}>{error.message}</p> : null}
        {wanted !== '' && !data && !error ? <p className={styles.note}>{shell.loading}</p> : null}
        {data?.list.length === 0 ? <p className={styles.note}>{text.noTargets}</p> : null}
      </div>
      {data && data.list.length > 0 ? <FoundTargets list={data.list} onChoose={onChange} /> : null}
    </div>
  )
}

interface FoundTargetsProps {
  list: readonly FoundTarget[]
  onChoose: (target: IngestTarget) => void
}

export function FoundTargets({ list, onChoose }: FoundTargetsProps) {
  const text = useText('consoleIngest')
  const { language } = useCallContext()
  return (
    <ul className={styles.found} aria-label={text.targets}>
      {list.map(({ hasFilm, releaseYear, ...found }) => (
        <li key={found.programGuid}>
          <button type="button" onClick={() => onChoose(found)}>
            <strong>{found.title[language]}</strong> <span>{episodeOf(found, text)}</span>{' '}
            {releaseYear > 0 ? <span>{releaseYear} </span> : null}
            <code>{found.programGuid}</code> {hasFilm ? <small>{text.replaces}</small> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
