import type { ConsoleScreeningsText } from '../zh_HK/console-screenings.ts'

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const consoleScreenings: ConsoleScreeningsText = {
  note: 'Screening times, prices and seats',
  add: 'Add screening time',
  edit: 'Edit screening time',
  coming: 'Today and later',
  past: 'Earlier',
  search: 'Title or ID',
  list: 'Screening times of the private cinema',
  empty: {
    title: 'No screening times',
    text: 'The site shows a screening time once its title is published, has a film, and is licensed there at that time.',
  },
  columns: {
    title: 'Title',
    seatsEach: (seats) => `${plural(seats, 'seat')} a screening`,
    starts: 'Starts (Hong Kong)',
    sells: 'On sale from',
    price: 'Price',
    credits: (credits) => plural(credits, 'credit'),
    tickets: (tickets) => plural(tickets, 'ticket'),
    sold: 'Sold / seats',
    held: (held) => `${held} in payment`,
    screenings: 'Screenings and people',
    people: (screenings, people) => `${screenings} · ${people === 1 ? '1 person' : `${people} people`}`,
    state: 'State',
  },
  screening: {
    labels: {
      programId: 'Title',
      startsAt: 'Starts',
      sellsFrom: 'On sale from',
      credits: 'Credits',
      price: 'Hong Kong dollars',
      tickets: 'Cinema tickets',
      seats: 'Seats a screening',
      capacity: 'Seats in all',
    },
    hints: {
      sellsFrom: 'Leave empty for 30 days before',
      seats: 'The host’s and the guests’, 20 at most',
      capacity: 'For all screenings at this time',
    },
  },
  withdraw: (screenings, people, held) =>
    [
      'It’s no longer on sale.',
      screenings === 0
        ? 'Nothing has been bought.'
        : `What was bought stays: ${plural(screenings, 'screening')} for ${people === 1 ? '1 person' : `${people} people`}.`,
      ...(held === 0 ? [] : [`${plural(held, 'seat')} in running payments can still be bought.`]),
    ].join(' '),
}
