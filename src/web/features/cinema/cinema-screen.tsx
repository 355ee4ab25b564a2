import type { ReactNode } from 'react'
import { cinemaList } from '#contract/cinema.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { TicketIcon } from '#web/ui/feature-icons.tsx'
import { Panel, PanelSkeleton } from '#web/ui/panel.tsx'
import { type Film, filmOf } from './cinema-address.rules.ts'
import styles from './cinema-screen.module.css'
import { ComingList } from './coming-list.tsx'
import { FilmHero, HeroSkeleton } from './film-hero.tsx'
import { FilmTabs } from './film-tabs.tsx'
import { ShowtimeDialog } from './showtime-dialog.tsx'
import { Showtimes, ShowtimesSkeleton } from './showtimes.tsx'
import { TicketPanel } from './ticket-panel.tsx'
import { useCinemaAddress } from './use-cinema-address.ts'
import { useFilmDay } from './use-film-day.ts'

/** `/cinema`: what the cinemas show now and soon, where and when (DESIGN, pictures 20 and 20b). All of its state is in the address. */
export function CinemaScreen() {
  const text = useText('cinema')
  const { site } = useShellText()
  const address = useCinemaAddress()
  const films = useCall(cinemaList, {})
  const list = films.data?.list ?? []
  const film = filmOf(list, address)
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{text.title}</h1>
      {film ? <ShownFilm key={film.programId} film={film} films={list} /> : content()}
    </div>
  )

  function content(): ReactNode {
    if (films.isPending) {
      return (
        <div data-awaited="">
          <p className="visually-hidden">{site.loading}</p>
          <HeroSkeleton />
          <div className={styles.columns}>
            <ShowtimesSkeleton />
            <div className={styles.aside}>
              <PanelSkeleton lines={3} />
              <PanelSkeleton lines={5} />
            </div>
          </div>
        </div>
      )
    }
    return (
      <div className={styles.nothing}>
        {films.isLoadingError ? (
          <ErrorPanel
            title={text.failed}
            text={films.error.message}
            action={{ label: site.retry, onClick: () => void films.refetch() }}
          />
        ) : (
          <>
            <FilmTabs films={list} />
            <ErrorPanel
              tone="plain"
              icon={<TicketIcon size={26} />}
              title={text.none[address.status]}
              text={text.noneText}
            />
          </>
        )}
      </div>
    )
  }
}

function ShownFilm({ film, films }: { film: Film; films: readonly Film[] }) {
  const text = useText('cinema')
  const { status, isDialogOpen, change, close } = useCinemaAddress()
  const day = useFilmDay(film)
  const { chosen } = day
  const coming = films.filter((one) => one.status === 'coming' && one !== film)
  return (
    <>
      <FilmHero film={film} films={films} chosen={chosen} />
      <div className={styles.columns}>
        <Showtimes film={film} day={day} />
        <div className={styles.aside}>
          <TicketPanel chosen={chosen} />
          {coming.length > 0 ? (
            <Panel
              title={text.coming}
              aside={
                status === 'showing' ? (
                  <button
                    type="button"
                    className={styles.all}
                    onClick={() => {
                      change({ status: 'coming', film: undefined, date: undefined, showtime: undefined })
                      scrollTo({ top: 0 })
                    }}
                  >
                    {text.all(String(coming.length))}
                  </button>
                ) : null
              }
            >
              <ComingList films={coming} />
            </Panel>
          ) : null}
        </div>
      </div>
      {isDialogOpen && chosen ? <ShowtimeDialog film={film} showing={chosen} onClose={close} /> : null}
    </>
  )
}
