import { useText } from '#web/kit/text.ts'
import { TicketIcon } from '#web/ui/feature-icons.tsx'
import { PlusIcon } from '#web/ui/icons.tsx'
import { AddRecord, ContentView } from '../../content/content-view.tsx'
import { StateFilter, withdrawnOf } from '../../content/state-filter.tsx'
import { newId, nextPosition, useAllContent, useContentList } from '../../content/use-content.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Filters, SearchBox } from '../../table/filters.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { useCinemaFields, useFilmFields } from './cinema-fields.ts'
import { useCinemaColumns, useFilmColumns } from './cinema-columns.tsx'
import { ShowtimesView } from './showtimes-view.tsx'

const VIEWS = ['showtimes', 'films', 'cinemas'] as const
type View = (typeof VIEWS)[number]

/** What the cinemas show: showtimes by day, the films, and the cinemas. */
export function Cinema() {
  const text = useText('consoleCinema')
  const content = useText('consoleContent')
  const shell = useShellText()
  const { filter, set } = useTableParams(['view'], ['place'])
  const view = VIEWS.find((one) => one === filter.view) ?? 'showtimes'
  const choose = (next: View) =>
    set({
      view: next === 'showtimes' ? undefined : next,
      text: undefined,
      state: undefined,
      cinema: undefined,
      record: undefined,
    })
  const cinemas = useAllContent('cinema')
  const films = useAllContent('cinemaFilm')
  const segments = (
    <Segments
      label={content.views}
      value={view}
      options={VIEWS.map((one) => [one, text.views[one]])}
      onChange={choose}
    />
  )
  const failed = cinemas.error ?? films.error
  const mayAddShowtime = view !== 'showtimes' || (cinemas.data?.length && films.data?.length)
  return (
    <Page
      title={shell.screens.cinema}
      note={text.note}
      actions={mayAddShowtime ? <AddRecord label={text.add[view]} icon={<PlusIcon size={16} />} /> : null}
    >
      {view === 'showtimes' && failed ? (
        <FailedState
          error={failed}
          onRetry={() => {
            void cinemas.refetch()
            void films.refetch()
          }}
        />
      ) : null}
      {view === 'showtimes' ? (
        <ShowtimesView segments={segments} cinemas={cinemas.data ?? []} films={films.data ?? []} />
      ) : null}
      {view === 'films' ? <FilmsView segments={segments} /> : null}
      {view === 'cinemas' ? <CinemasView segments={segments} /> : null}
    </Page>
  )
}

function FilmsView({ segments }: { segments: React.ReactNode }) {
  const text = useText('consoleCinema')
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'state'], ['place'])
  const list = useContentList('cinemaFilm', { text: filter.text, withdrawn: withdrawnOf(filter.state) })
  const columns = useFilmColumns()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchFilms} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <ContentView
        kind="cinemaFilm"
        label={text.views.films}
        list={list}
        columns={columns}
        nameOf={text.filmName}
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ icon: <TicketIcon size={22} />, ...text.emptyFilms, add: text.add.films }}
        titles={{ add: text.add.films, edit: text.edit.films }}
        fields={useFilmFields()}
        texts={text.film}
        initial={{
          filmId: newId(),
          genres: [],
          locale: 'yue',
          position: nextPosition(list.rows),
          withdrawn: false,
        }}
        consequences={({ counts }) => text.withdrawFilm(counts.showtimes ?? 0, counts.tickets ?? 0)}
      />
    </>
  )
}

function CinemasView({ segments }: { segments: React.ReactNode }) {
  const text = useText('consoleCinema')
  const { filter, isFiltered, set, clear } = useTableParams(['text', 'state'], ['place'])
  const list = useContentList('cinema', { text: filter.text, withdrawn: withdrawnOf(filter.state) })
  const columns = useCinemaColumns()
  return (
    <>
      <Filters isFiltered={isFiltered} onClear={clear} aside={segments}>
        <SearchBox label={text.searchCinemas} value={filter.text ?? ''} onSearch={(typed) => set({ text: typed })} />
        <StateFilter value={filter.state} onChange={(state) => set({ state })} />
      </Filters>
      <ContentView
        kind="cinema"
        label={text.views.cinemas}
        list={list}
        columns={columns}
        nameOf={text.cinemaName}
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ icon: <TicketIcon size={22} />, ...text.emptyCinemas, add: text.add.cinemas }}
        titles={{ add: text.add.cinemas, edit: text.edit.cinemas }}
        fields={useCinemaFields()}
        texts={text.cinema}
        initial={{ cinemaId: newId(), region: 'HK', position: nextPosition(list.rows), withdrawn: false }}
        consequences={({ counts }) => text.withdrawCinema(counts.showtimes ?? 0, counts.tickets ?? 0)}
      />
    </>
  )
}
