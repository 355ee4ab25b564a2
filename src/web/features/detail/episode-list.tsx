import { useId, useState } from 'react'
import { type Episode, type Program, seasonDetail } from '#contract/programs.ts'
import { paths } from '#web/lib/paths.ts'
import { useCall } from '#web/lib/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon, PlayIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useDetailText } from './detail-text.ts'
import styles from './episode-list.module.css'
import { FIRST_EPISODES, rangesOf, shownEpisodes } from './episodes.rules.ts'
import { usePlayPress } from './play-gate.tsx'

interface EpisodeListProps {
  program: Program
  onIntent: (programGuid: string) => void
}

/** The episodes: three, then all; chips for seasons, and for ranges past thirty. */
export function EpisodeList({ program, onIntent }: EpisodeListProps) {
  const text = useDetailText()
  const id = useId()
  const own = program.dramaList[0]?.season ?? program.seasons[0]?.season ?? 1
  const [season, setSeason] = useState(own)
  const [open, setOpen] = useState(false)
  const [range, setRange] = useState(0)
  const other = useCall(seasonDetail, { programId: program.programId, season }, { enabled: season !== own })
  const all = season === own ? program.dramaList : (other.data?.dramaList ?? [])
  const inSeason = all.filter((episode) => episode.season === season)
  const ranges = rangesOf(inSeason)
  const count = program.seasons.find((one) => one.season === season)?.episodeCount ?? inSeason.length
  if (program.dramaList.length === 0 && program.seasons.length === 0) return null
  const choose = (next: number) => {
    setSeason(next)
    setRange(0)
  }
  return (
    <section aria-label={text.episodes}>
      <div className={styles.head}>
        <h3 className={styles.title}>{text.episodes}</h3>
        <p className={styles.count}>{text.episodeCount(count)}</p>
      </div>
      {program.seasons.length > 1 ? (
        <Chips
          label={text.seasons}
          chips={program.seasons.map((one) => ({ id: one.season, label: one.title }))}
          chosen={season}
          onChoose={choose}
        />
      ) : null}
      {open && ranges.length > 1 ? (
        <Chips
          label={text.ranges}
          chips={ranges.map(({ first, last }, at) => ({ id: at, label: text.range(first, last) }))}
          chosen={range}
          onChoose={setRange}
        />
      ) : null}
      {season !== own && other.isError ? (
        <ErrorPanel compact title={text.failed} action={{ label: text.retry, onPress: () => void other.refetch() }} />
      ) : null}
      <ol id={id} className={styles.list}>
        {shownEpisodes(inSeason, open, range).map((episode) => (
          <EpisodeRow key={episode.programGuid} programId={program.programId} episode={episode} onIntent={onIntent} />
        ))}
        {season !== own && other.isPending ? SKELETONS : null}
      </ol>
      {inSeason.length > FIRST_EPISODES ? (
        <Button look="outline" wide aria-expanded={open} className={styles.all} onClick={() => setOpen(!open)}>
          {open ? text.fewerEpisodes : text.allEpisodes(inSeason.length)}
          <span className={classNames(styles.chevron, open && styles.up)}>
            <ChevronDownIcon size={18} />
          </span>
        </Button>
      ) : null}
    </section>
  )
}

const SKELETONS = Array.from({ length: FIRST_EPISODES }, (_, at) => (
  <li key={at} className={styles.bone} aria-hidden="true" />
))

interface EpisodeRowProps {
  programId: string
  episode: Episode
  onIntent: (programGuid: string) => void
}

function EpisodeRow({ programId, episode, onIntent }: EpisodeRowProps) {
  const text = useDetailText()
  const { programGuid, startShowPoint, startPosition, endPosition } = episode
  const points = { startShowPoint, startPosition, endPosition }
  const press = usePlayPress(paths.playDrama({ programId, programGuid, episode: episode.episode, ...points }))
  const intent = { onPointerEnter: () => onIntent(programGuid), onFocus: () => onIntent(programGuid) }
  const label = text.playEpisode(episode.episode, episode.title)
  const inside = (
    <>
      <span className={styles.number} aria-hidden="true">
        {episode.episode}
      </span>
      <span className={styles.still}>
        <Picture src={episode.imageURL} alt="" title={episode.title} sizes="(min-width: 768px) 214px, 128px" to={640} />
        {episode.preparing ? null : (
          <span className={styles.disc}>
            <PlayIcon size={18} />
          </span>
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.name} aria-hidden={!episode.preparing}>
          {episode.title || text.episode(episode.episode)}
        </span>
        <span className={styles.description}>{episode.description}</span>
      </span>
      <span className={styles.length}>{episode.preparing ? text.preparing : episode.durationStr}</span>
    </>
  )
  if (episode.preparing) return <li className={styles.episode}>{inside}</li>
  return (
    <li>
      {'href' in press ? (
        <a className={styles.episode} href={press.href} {...intent}>
          <span className="visually-hidden">{label}</span>
          {inside}
        </a>
      ) : (
        <button type="button" className={styles.episode} onClick={press.onClick} {...intent}>
          <span className="visually-hidden">{label}</span>
          {inside}
        </button>
      )}
    </li>
  )
}

interface ChipsProps {
  label: string
  chips: { id: number; label: string }[]
  chosen: number
  onChoose: (id: number) => void
}

function Chips({ label, chips, chosen, onChoose }: ChipsProps) {
  return (
    <fieldset className={styles.chips} aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          className={styles.chip}
          aria-pressed={chip.id === chosen}
          onClick={() => onChoose(chip.id)}
        >
          {chip.label}
        </button>
      ))}
    </fieldset>
  )
}
