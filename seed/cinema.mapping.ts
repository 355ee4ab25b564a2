/** A text in both languages. */
type Translated = { readonly zh_HK: string; readonly en_US: string }

/** `cinema.json`. Prices are Hong Kong dollars; times are those of Hong Kong. */
export interface SeedListings {
  readonly cinemas: readonly SeedCinema[]
  readonly films: readonly SeedFilm[]
  /** The times of a cinema's day; cinemas take them in turn. */
  readonly programmes: readonly (readonly string[])[]
  /** The times of films of class I. */
  readonly familyProgramme: readonly string[]
}

interface SeedCinema {
  readonly cinemaId: string
  readonly region: 'HK' | 'MO'
  readonly district: Translated
  readonly name: Translated
  readonly address: Translated
  readonly price: number
  readonly ticketSeats: number
}

export interface SeedFilm {
  readonly filmId: string
  readonly title: Translated
  readonly description: Translated
  readonly genres: readonly string[]
  readonly restriction: 'I' | 'IIA' | 'IIB' | 'III'
  readonly minutes: number
  readonly locale: string
  /** Its first day, counted from the one on which the demo is set up. */
  readonly releaseInDays: number
  /** The title of the catalogue that it is. */
  readonly programId?: string
  /** The title whose images it has, of a film that is no title. */
  readonly imagesOf?: string
}

/** Showtimes are there for this many days, so that a demo that runs for a week still has a full strip of seven. */
export const DEMO_DAYS = 14
const TIME_ZONE = 'Asia/Hong_Kong'

const cinemaRecord = ({ cinemaId, region, district, name, address }: SeedCinema) => ({
  kind: 'cinema',
  cinemaId,
  region,
  district,
  name,
  address,
})

type Images = { readonly poster?: string; readonly art?: string }

const filmRecord = ({ releaseInDays, imagesOf, ...film }: SeedFilm, today: Temporal.PlainDate, images: Images) => ({
  kind: 'cinemaFilm',
  ...film,
  ...(imagesOf !== undefined && images),
  releaseOn: today.add({ days: releaseInDays }).toString(),
})

/** The cinemas and films of the demo as records of an import. `images`: those of films that are no titles. */
export const listingRecords = (
  { cinemas, films }: SeedListings,
  today: Temporal.PlainDate,
  images: ReadonlyMap<string, Images>,
): object[] => [
  ...cinemas.map(cinemaRecord),
  ...films.map((film) => filmRecord(film, today, images.get(film.filmId) ?? {})),
]

export interface SeedShowtime {
  readonly kind: 'showtime'
  readonly showtimeId: string
  readonly filmId: string
  readonly cinemaId: string
  readonly startsAt: string
  readonly locale: string
  readonly subtitles: readonly string[]
  readonly format: '2D' | 'Atmos'
  readonly price: number
  readonly seatsLeft?: number
  readonly ticketSeats: number
}

/** The showtimes of films from a day on: the same ones for the same day. `isShown`: false for a film that is still coming. */
export function showtimeRecords(
  listings: SeedListings,
  today: Temporal.PlainDate,
  isShown: (filmId: string) => boolean,
): SeedShowtime[] {
  return Array.from({ length: DEMO_DAYS }, (_, n) => today.add({ days: n })).flatMap((day) =>
    listings.films.flatMap((film, f) =>
      isShown(film.filmId)
        ? listings.cinemas.flatMap((cinema, c) => (playsAt(f, c) ? dayAt(listings, { film, f, cinema, c, day }) : []))
        : [],
    ),
  )
}

/** The first film plays everywhere, the others in every second cinema. */
const playsAt = (film: number, cinema: number): boolean => film === 0 || (film + cinema) % 2 === 0

type Showing = { film: SeedFilm; f: number; cinema: SeedCinema; c: number; day: Temporal.PlainDate }

function dayAt({ programmes, familyProgramme }: SeedListings, { film, f, cinema, c, day }: Showing): SeedShowtime[] {
  const times = film.restriction === 'I' ? familyProgramme : programmes[(f + c) % programmes.length]!
  return times.map((time, n) => {
    const seatsLeft = seatsOf(f + 2 * c + 3 * n + day.day)
    const startsAt = day.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: Temporal.PlainTime.from(time) })
    return {
      kind: 'showtime',
      showtimeId: `demo-${film.filmId}-${cinema.cinemaId}-${day.toString().replaceAll('-', '')}-${time.replace(':', '')}`,
      filmId: film.filmId,
      cinemaId: cinema.cinemaId,
      startsAt: startsAt.toInstant().toString(),
      locale: film.locale,
      subtitles: subtitlesOf(cinema, n),
      format: c % 4 === 2 && n === 2 ? 'Atmos' : '2D',
      price: cinema.price + (n >= 2 ? 5 : 0),
      ...(seatsLeft !== undefined && { seatsLeft }),
      ticketSeats: cinema.ticketSeats,
    }
  })
}

/** Most cinemas say nothing; a few houses are nearly full, or full. */
function seatsOf(of: number): number | undefined {
  if (of % 11 === 5) return 6
  return of % 17 === 9 ? 0 : undefined
}

function subtitlesOf({ region }: SeedCinema, n: number): readonly string[] {
  if (region === 'MO' && n === 1) return ['pt']
  return n === 2 ? ['zh-Hant', 'en'] : ['zh-Hant']
}
