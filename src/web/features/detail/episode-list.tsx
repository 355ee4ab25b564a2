import { isDemoClip } from '#web/viewer/site-config/site-config.ts'
import { useId, useState } from 'react'
import { type Episode, type Program, seasonDetail } from '#contract/programs.ts'
import { formatClock } from '#web/kit/format.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { usePlayAction } from '#web/viewer/playback-gates/use-play-action.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon, ChevronDownIcon, PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { WatchedBar } from '#web/ui/watched-bar.tsx'
import styles from './episode-list.module.css'
import { FIRST_EPISODES, rangeAt, rangesOf, shownEpisodes } from './episodes.rules.ts'
import { useTitleProgress } from './title-progress.ts'

interface EpisodeListProps {
  program: Program
  onIntent: (at: { programGuid: string; start: number }) => void
}

/** The episodes: three, then all; chips for seasons, and for ranges past thirty. Starts at the one to resume. */
export function EpisodeList({ program, onIntent }: EpisodeListProps) {
  const text = useText('detail')
  const id = useId()
  const own = program.dramaList[0]?.season ?? program.seasons[0]?.season ?? 1
  const { progress, resume } = useTitleProgress()
  const [chosenSeason, setSeason] = useState<number>()
  const season = chosenSeason ?? resume?.season ?? own
  const [open, setOpen] = useState(false)
  const [chosenRange, setRange] = useState<number>()
  const other = useCall(seasonDetail, { programId: program.programId, season }, { enabled: season !== own })
  const all = season === own ? program.dramaList : (other.data?.dramaList ?? [])
  const inSeason = all.filter((episode) => episode.season === season)
  const ranges = rangesOf(inSeason)
  const current = inSeason.findIndex(({ programGuid }) => programGuid === resume?.programGuid)
  const range = chosenRange ?? rangeAt(current)
  const seen = inSeason.filter(({ programGuid }) => progress.episodes.get(programGuid)?.watched).length
  const count = program.seasons.find((one) => one.season === season)?.episodeCount ?? inSeason.length
  if (program.dramaList.length === 0 && program.seasons.length === 0) return null
  const choose = (next: number) => {
    setSeason(next)
    setRange(undefined)
  }
  return (
    <section aria-label={text.episodes}>
      <div className={styles.head}>
        <h3 className={styles.title}>{text.episodes}</h3>
        <p className={styles.count}>{seen > 0 ? text.episodesSeen(count, seen) : text.episodeCount(count)}</p>
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
      {season !== own && other.isLoadingError ? (
        <ErrorPanel
          compact
          title={text.failed}
          text={other.error.message}
          action={{ label: text.retry, onClick: () => void other.refetch() }}
        />
      ) : null}
      <ol id={id} className={styles.list}>
        {shownEpisodes(inSeason, { isOpen: open, range, current }).map((episode) => (
          <EpisodeRow key={episode.programGuid} program={program} episode={episode} onIntent={onIntent} />
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
  program: Program
  episode: Episode
  onIntent: EpisodeListProps['onIntent']
}

function EpisodeRow({ program, episode, onIntent }: EpisodeRowProps) {
  const text = useText('detail')
  const { progress, resume } = useTitleProgress()
  const { programGuid, startShowPoint, startPosition, endPosition } = episode
  const points = { startShowPoint, startPosition, endPosition }
  const stored = progress.episodes.get(programGuid)
  const isWatched = stored?.watched === true
  const position = isWatched ? 0 : (stored?.position ?? 0)
  const from = position > 0 ? { position } : {}
  const { programId } = program
  const link = paths.playDrama({ programId, programGuid, episode: episode.episode, ...points, ...from })
  const action = usePlayAction(program, link)
  const onPlayIntent = () => onIntent({ programGuid, start: position })
  const intent = { onPointerEnter: onPlayIntent, onFocus: onPlayIntent }
  const isPlayable = !episode.preparing && program.access !== 'deny'
  const inside = <EpisodeInside episode={episode} isPlayable={isPlayable} isWatched={isWatched} position={position} />
  const isCurrent = resume?.programGuid === programGuid
  const name = classNames(styles.episode, isCurrent && styles.current)
  const row = classNames(styles.row, isCurrent && styles.currentRow)
  if (!isPlayable) {
    return (
      <li className={row}>
        <div className={name}>{inside}</div>
      </li>
    )
  }
  const label = (
    <span className="visually-hidden">
      {[
        text.playEpisode(episode.episode, episode.title),
        isWatched ? text.watched : position > 0 ? text.watchedTo(formatClock(position)) : '',
      ]
        .filter(Boolean)
        .join(text.listJoin)}
    </span>
  )
  return (
    <li className={row}>
      {'href' in action ? (
        <a className={name} href={action.href} {...intent}>
          {label}
          {inside}
        </a>
      ) : (
        <button type="button" className={name} onClick={action.onClick} {...intent}>
          {label}
          {inside}
        </button>
      )}
    </li>
  )
}

interface EpisodeInsideProps {
  episode: Episode
  /** The row is a link or a button, whose label has the episode's name; else nothing offers to play. */
  isPlayable: boolean
  isWatched: boolean
  position: number
}

function EpisodeInside({ episode, isPlayable, isWatched, position }: EpisodeInsideProps) {
  const text = useText('detail')
  const { duration = 0 } = episode
  return (
    <>
      <span className={styles.number} aria-hidden="true">
        {episode.episode}
      </span>
      <span className={styles.still}>
        <ResponsiveImage
          src={episode.imageURL}
          alt=""
          title={episode.title}
          sizes="(min-width: 768px) 214px, 128px"
          to={640}
        />
        {isPlayable ? (
          <span className={styles.disc}>
            <PlayIcon size={18} />
          </span>
        ) : null}
        {isWatched ? (
          <span className={styles.tick}>
            <CheckIcon size={16} />
          </span>
        ) : null}
        {position > 0 && duration > 0 ? <WatchedBar position={position} duration={duration} /> : null}
      </span>
      <span className={styles.text}>
        <span
          className={styles.name}
          aria-hidden={isPlayable}
          data-number={episode.title ? episode.episode : undefined}
        >
          {episode.title || text.episode(episode.episode)}
        </span>
        <span className={styles.description}>{episode.description}</span>
      </span>
      <span className={styles.length}>
        {episode.preparing ? text.preparing : isDemoClip(duration) ? '' : episode.durationStr}
      </span>
    </>
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
