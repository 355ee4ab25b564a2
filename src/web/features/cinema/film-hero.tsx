import type { FocusEvent } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMonthDay } from '#web/kit/format-day.ts'
import { formatDuration, formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { genresOf } from '#web/viewer/cards/card-presenter.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TicketIcon } from '#web/ui/feature-icons.tsx'
import { FilmIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import type { Film, Showing } from './cinema-address.rules.ts'
import styles from './film-hero.module.css'
import { FilmTabs } from './film-tabs.tsx'
import { formatWhen, spokenOf, subtitlesOf } from './format-showtime.ts'
import { NoticeButton } from './notice-button.tsx'
import { useCinemaAddress } from './use-cinema-address.ts'

/** The film that is picked, over its image, and the posters of all films of its tab. */
export function FilmHero({ film, films, chosen }: { film: Film; films: readonly Film[]; chosen: Showing | undefined }) {
  const { language } = useCallContext()
  const { title, otherTitle, imageURL, imagePreview } = film
  return (
    <section className={styles.hero} aria-label={title}>
      {imageURL ? (
        <span className={styles.art}>
          <ResponsiveImage src={imageURL} alt="" preview={imagePreview} sizes="100vw" priority="high" from={640} />
        </span>
      ) : null}
      <span className={styles.scrim} />
      <div className={styles.content}>
        <FilmTabs films={films} />
        <h2 className={styles.title} data-long={title.length > (language === 'zh_HK' ? 8 : 18) ? '' : undefined}>
          {title}
        </h2>
        <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
          {otherTitle}
        </p>
        <div className={styles.line}>
          <FilmFacts film={film} chosen={chosen} />
          <Trailer film={film} isPhone />
        </div>
        <div className={styles.actions}>
          {film.status === 'coming' ? <NoticeButton film={film} isMain /> : null}
          {chosen ? <TicketButton chosen={chosen} isMain={film.status === 'showing'} /> : null}
          <Trailer film={film} />
        </div>
      </div>
      <FilmStrip films={films} film={film} />
    </section>
  )
}

function FilmFacts({ film, chosen }: { film: Film; chosen: Showing | undefined }) {
  const text = useText('cinema')
  const { cards } = useShellText()
  const { language } = useCallContext()
  const { status, releaseDate, minutes, restriction, trailer } = film
  const length = formatDuration(minutes * 60, language)
  // The demo plays a clip of this title, beside which the length would contradict its own.
  const isClipHere = siteConfig().demo && trailer !== undefined
  const subtitles = chosen ? subtitlesOf(chosen.showtime, language, text) : ''
  return (
    <ul className={styles.facts}>
      <li>
        <ClassBadge value={restriction} label={cards.restriction[restriction]} />
      </li>
      <li className={status === 'showing' ? styles.extra : undefined}>
        {status === 'coming' ? text.opens(formatMonthDay(releaseDate, language)) : releaseDate.slice(0, 4)}
      </li>
      <li>{isClipHere ? text.lengthInCinemas(length) : length}</li>
      <li>{genresOf(film, cards)}</li>
      <li className={styles.extra}>{spokenOf(film, language, text)}</li>
      {subtitles ? <li className={styles.extra}>{subtitles}</li> : null}
    </ul>
  )
}

/** Opens the chosen showtime: where its seats are sold, and what it can be redeemed with. */
function TicketButton({ chosen: { cinema, showtime }, isMain }: { chosen: Showing; isMain: boolean }) {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { open } = useCinemaAddress()
  return (
    <span className={styles.buy}>
      <Button
        look={isMain ? 'primary' : 'secondary'}
        size="l"
        icon={<TicketIcon />}
        note={
          <>
            {formatMoney(showtime.amount, language)}
            <span className="visually-hidden"> {cinema.name}</span>
          </>
        }
        onClick={() => open(showtime.showtimeId)}
      >
        {text.buy(formatWhen(showtime.startsAt, text))}
      </Button>
    </span>
  )
}

/** `isPhone`: beside the facts, where the buttons are below the fold. */
function Trailer({ film: { trailer }, isPhone = false }: { film: Film; isPhone?: boolean }) {
  const text = useText('cinema')
  if (!trailer) return null
  const href = paths.play({ ...trailer, kind: 'trailer' })
  return isPhone ? (
    <a className={styles.trailer} href={href}>
      <FilmIcon size={18} />
      {text.trailer}
    </a>
  ) : (
    <span className={styles.trailerButton}>
      <Button size="l" icon={<FilmIcon />} href={href}>
        {text.trailer}
      </Button>
    </span>
  )
}

/** A poster at the edge of the strip: browsers leave what is partly visible where it is. */
const showWhole = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })

function FilmStrip({ films, film: current }: { films: readonly Film[]; film: Film }) {
  const text = useText('cinema')
  const { change } = useCinemaAddress()
  const shown = films.filter(({ status }) => status === current.status)
  if (shown.length < 2) return null
  return (
    <ul className={styles.strip} aria-label={text.films}>
      {shown.map(({ programId, title, keyartImageURL }) => (
        <li key={programId}>
          <button
            type="button"
            className={styles.poster}
            aria-label={title}
            aria-pressed={programId === current.programId}
            onFocus={showWhole}
            onClick={() => change({ film: programId, showtime: undefined })}
          >
            <ResponsiveImage src={keyartImageURL} alt="" title={title} sizes="84px" to={320} />
          </button>
        </li>
      ))}
    </ul>
  )
}

export const HeroSkeleton = () => (
  <div className={styles.hero}>
    <span className={styles.scrim} />
    <div className={styles.content}>
      <span className={styles.blank} />
      <span className={styles.blankTitle} />
      <span className={styles.blank} />
    </div>
  </div>
)
