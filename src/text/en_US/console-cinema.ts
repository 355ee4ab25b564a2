import type { ConsoleCinemaText } from '../zh_HK/console-cinema.ts'

const hanging = (showtimes: number, tickets: number): string => {
  const cancelled =
    showtimes === 1 ? 'One upcoming showtime will be cancelled.' : `${showtimes} upcoming showtimes will be cancelled.`
  return tickets === 0
    ? `${cancelled} No cinema tickets have been redeemed.`
    : tickets === 1
      ? `${cancelled} 1 redeemed cinema ticket returns to its member’s account within a minute, and the member is told.`
      : `${cancelled} ${tickets} redeemed cinema tickets return to their members’ accounts within a minute, and the members are told.`
}

export const consoleCinema: ConsoleCinemaText = {
  note: 'Showtimes, films and cinemas',
  views: { showtimes: 'Showtimes', films: 'Films', cinemas: 'Cinemas' },
  add: { showtimes: 'Add showtime', films: 'Add film', cinemas: 'Add cinema' },
  edit: { showtimes: 'Edit showtime', films: 'Edit film', cinemas: 'Edit cinema' },
  searchShowtimes: 'Film or cinema',
  searchFilms: 'Film name or ID',
  searchCinemas: 'Cinema or district',
  showtimesOf: (day) => `Showtimes of ${day}`,
  filmName: ({ record }) => (record as { title: { en_US: string } }).title.en_US,
  cinemaName: ({ record }) => (record as { name: { en_US: string } }).name.en_US,
  day: 'Day',
  dayBefore: 'Day before',
  dayAfter: 'Day after',
  hongKong: 'Hong Kong time',
  emptyShowtimes: { title: 'No showtimes on this day', text: 'Add one, or go to another day and copy all of it here.' },
  emptyFilms: { title: 'No films yet', text: 'Add films and cinemas first, then their showtimes.' },
  emptyCinemas: { title: 'No cinemas yet', text: 'Add cinemas and films first, then their showtimes.' },
  filmStates: { coming: 'Coming soon', showing: 'Now showing', none: 'No showtimes' },
  locales: { yue: 'Cantonese', cmn: 'Mandarin', en: 'English', ja: 'Japanese', ko: 'Korean', fr: 'French', th: 'Thai' },
  cinemaColumns: {
    name: 'Cinema',
    district: 'District',
    booking: 'Booking site',
    showtimes: 'Upcoming showtimes',
    tickets: 'Tickets redeemed',
    state: 'State',
  },
  filmColumns: {
    title: 'Film',
    isTitle: (title) => `Title “${title}”`,
    ownFilm: 'Not in the catalogue',
    genres: 'Genres',
    facts: 'Category and length',
    minutes: (minutes) => `${minutes} min`,
    release: 'Release',
    showtimes: 'Upcoming showtimes',
    waiting: 'Waiting to be notified',
    state: 'State',
  },
  showtimeColumns: {
    time: 'Starts',
    film: 'Film',
    cinema: 'Cinema',
    price: 'Price',
    tickets: 'Redeemed / ticket seats',
    seatsLeft: 'Seats left',
    unknown: 'Unknown',
    state: 'State',
  },
  cinema: {
    labels: {
      name: 'Name',
      district: 'District',
      address: 'Address',
      region: 'Region',
      bookingURL: 'Booking URL',
      position: 'Position',
    },
    hints: { bookingURL: 'Starts with https://', position: 'Lower numbers come first' },
  },
  film: {
    labels: {
      title: 'Name',
      description: 'Description',
      releaseOn: 'Release day',
      restriction: 'Category',
      minutes: 'Length (minutes)',
      locale: 'Language',
      genres: 'Genres',
      programId: 'Title in the catalogue',
      poster: 'Poster',
      art: 'Landscape artwork',
      position: 'Position',
    },
    hints: {
      programId: 'Its trailer and images are used here too.',
      poster: 'Portrait; if empty, the title’s poster is used',
      position: 'Lower numbers come first',
    },
  },
  showtime: {
    labels: {
      filmId: 'Film',
      cinemaId: 'Cinema',
      startsAt: 'Starts',
      format: 'Format',
      locale: 'Language',
      subtitles: 'Subtitles',
      price: 'Price',
      ticketSeats: 'Ticket seats',
      seatsLeft: 'Seats left',
    },
    hints: {
      subtitles: 'Language codes: zh-Hant, en',
      ticketSeats: 'Kept for members’ cinema tickets',
      seatsLeft: 'As last reported by the cinema; 0 means sold out',
    },
  },
  withdrawShowtime: (tickets) =>
    tickets === 0
      ? 'No cinema tickets have been redeemed. The site stops showing this showtime.'
      : tickets === 1
        ? '1 cinema ticket has been redeemed. Withdrawing cancels the showtime: the ticket returns to its member’s account within a minute, and the member is told.'
        : `${tickets} cinema tickets have been redeemed. Withdrawing cancels the showtime: the tickets return to their members’ accounts within a minute, and the members are told.`,
  withdrawFilm: hanging,
  withdrawCinema: hanging,
  copy: {
    label: 'Copy the day',
    title: (day) => `Copy the showtimes of ${day}`,
    ofAll: 'Showtimes of all cinemas, with their times, prices and seats. Withdrawn ones are left out.',
    ofCinema: (cinema) => `Showtimes of ${cinema}, with their times, prices and seats. Withdrawn ones are left out.`,
    to: 'Copy to',
    adds: (count) => (count === 1 ? 'Adds 1 showtime' : `Adds ${count} showtimes`),
    nothing: 'Nothing to add',
    there: (count) => (count === 1 ? '1 is there already' : `${count} are there already`),
    tooMany: (max) => `Up to ${max} at a time: copy cinema by cinema.`,
    sameDay: 'Choose another day.',
    noDay: 'Choose a day.',
    submit: (count) => (count === 0 ? 'Copy' : count === 1 ? 'Copy 1 showtime' : `Copy ${count} showtimes`),
    done: (count, day) => (count === 1 ? `Added 1 showtime on ${day}.` : `Added ${count} showtimes on ${day}.`),
  },
}
